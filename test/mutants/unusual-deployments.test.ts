/** Legal deployments with unusual behaviour, and deployments that hide a violation. */
import { computeAddress } from 'ethers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckResult, RunOutcome } from '../../conformance/outcome.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { declaredAccounts } from './accounts.ts';
import { createSandboxDeployment, type Deployment } from './deployments.ts';
import {
  createResponse,
  findBearer,
  parseFields,
  isAccepted,
  findText,
  findUserId,
  withBody,
  withHeaders,
  omitFields,
  withBearer,
} from './exchange.ts';
import type { Mutate } from './mutate.ts';
import { changeBody, isRequestTo, changeSuccess, isOfSecondClient } from './operators/operator.ts';
import { changeSession } from './operators/sign-in-responses.ts';
import { listFalseFailures, runMutated, listFailed } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';
import { getUser, listWallets } from './user-object.ts';

const targets = useTargets();

let deployment: Deployment;
beforeAll(async () => {
  deployment = await createSandboxDeployment(targets);
});

function runWithoutDiscovery(
  mutate: Mutate,
  settings: Partial<ConformSettings>,
): Promise<RunOutcome> {
  return runMutated(deployment, mutate, { assumedDialect: defaultDialect, settings });
}
function runDiscovery(mutate: Mutate): Promise<RunOutcome> {
  return runMutated(deployment, mutate, { sections: [] });
}

function findResult({ results }: RunOutcome, id: string): CheckResult | undefined {
  return results.find((result) => result.id === id);
}

const forwardUnchanged: Mutate = ({ forward }) => forward();

const otpSignIns = ['authenticateSmsOtp', 'authenticateEmailOtp'] as const;

/** Replaces the rejection of a write under a Fraud flag with a 200 and `body`. The wallet is not added. */
function returnSuccessUnderFraud(body: object): Mutate {
  return async (exchange) => {
    const response = await exchange.forward();
    const isFraud =
      isRequestTo(exchange, 'addWalletToUser') && response.status === exchange.traits.fraudStatus;
    return isFraud ? createResponse(200, body) : response;
  };
}

describe('a run raises no false alarm:', () => {
  it('§8: a rate limit on authenticate requests', async () => {
    const limitAuthenticate: Mutate = (exchange) =>
      isRequestTo(exchange, otpSignIns)
        ? Promise.resolve({
            ...createResponse(429, ''),
            headers: { 'content-type': 'text/plain', 'retry-after': '1' },
          })
        : exchange.forward();
    const only = ['4.5', '4.7', '5.4', '5.5', '4.body.request-json'];
    const outcome = await runWithoutDiscovery(limitAuthenticate, { only });
    expect(listFalseFailures(outcome)).toEqual([]);
    expect(findResult(outcome, '5.4.sms.flow/same-user-for-code')?.cause).toBe('environment');
    expect(findResult(outcome, '4.7.otp.wrong-refused/no-object')?.cause).toBe('environment');
  });

  it('§8: every response has a Retry-After of 0', async () => {
    const outcome = await runWithoutDiscovery(
      async ({ forward }) => {
        const response = await forward();
        return { ...response, headers: { ...response.headers, 'retry-after': '0' } };
      },
      { only: ['4.1', '4.3'] },
    );
    expect(listFalseFailures(outcome)).toEqual([]);
    const notTested = outcome.results.filter(({ verdict }) => verdict === 'not-tested');
    // By default, addWalletToUser needs no session.
    expect(notTested.map(({ id }) => id)).toEqual(['4.3.operation.adds/forged-session']);
  });

  it('§7: every rejection is a 200 with an error body', async () => {
    const outcome = await runMutated(
      deployment,
      async ({ request, forward }) => {
        const response = await forward();
        const isRejection = response.status >= 400 && response.status < 500;
        return request.operation !== null && isRejection
          ? createResponse(200, { success: false, error: { status: response.status } })
          : response;
      },
      { settings: { only: ['2.1', '4.1', '4.2', '4.4', '5.1'] } },
    );
    expect(listFalseFailures(outcome)).toEqual([]);
    expect(outcome.results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(60);
    expect(outcome.dialect.document.unknown).toContain('errors.status.schema');
  });

  it.each([
    ['reports a failure', { success: false, error: { code: 'USER_FLAGGED' } }, ''],
    [
      'only has fields that a success does not have',
      { code: 'F1001', message: 'Your account is being looked at.' },
      'The rejection has a success status, 200.',
    ],
  ])(
    '§7: only the rejection for a Fraud flag is a 200, and its body %s',
    async (_how, body, reason) => {
      const outcome = await runMutated(deployment, returnSuccessUnderFraud(body), {
        settings: { only: ['7.4'] },
      });
      expect(listFalseFailures(outcome)).toEqual([]);
      expect(findResult(outcome, '7.4.fraud.writes-refused/refused/basic')).toMatchObject({
        verdict: 'pass',
        reason,
      });
      expect(outcome.dialect.document.unknown).toContain('errors.status.flagRestricts');
    },
  );

  it('§7: only the rejection of a wrong code is a 200 with an error body', async () => {
    const outcome = await runMutated(
      deployment,
      async (exchange) => {
        const response = await exchange.forward();
        const isRejection = isRequestTo(exchange, otpSignIns) && response.status === 401;
        return isRejection ? createResponse(200, { ok: false, errors: ['wrong code'] }) : response;
      },
      { settings: { only: ['4.5', '4.7'] } },
    );
    expect(listFalseFailures(outcome)).toEqual([]);
    expect(findResult(outcome, '4.7.otp.wrong-refused/other-code')?.verdict).toBe('pass');
  });

  it('§2.5, §2.6: only assignable numbers and addresses are accepted', async () => {
    const rejectedBodies: string[] = [];
    const rejectUnassignable: Mutate = (exchange) => {
      const { phoneNumber, emailAddress } = parseFields(exchange.request);
      const areaCode = /^\+1(\d{3})\d{7}$/.exec(String(phoneNumber ?? ''))?.[1];
      const domain = /@(.*)$/.exec(String(emailAddress ?? ''))?.[1];
      const isAccount = domain === 'accounts.example.test';
      // A run must not use these area codes, because a legal deployment may reject their numbers.
      const hasUnassignedCode =
        areaCode !== undefined && ['200', '263', '911', '999'].includes(areaCode);
      const hasUnknownDomain =
        domain !== undefined && !isAccount && !/\.(com|net|org)$/i.test(domain);
      if (!hasUnassignedCode && !hasUnknownDomain) return exchange.forward();
      rejectedBodies.push(exchange.request.text);
      return Promise.resolve(createResponse(400, {}));
    };
    const outcome = await runWithoutDiscovery(rejectUnassignable, {
      only: ['2.5', '2.6', '4.4', '4.6'],
    });
    expect(listFalseFailures(outcome)).toEqual([]);
    expect(rejectedBodies).toEqual([]);
  });

  it('§2.5: unused numbers are rejected, and numbers of accounts are accepted', async () => {
    const accountNumbers = new Set(
      deployment.traits.accounts.map(({ phoneNumber }) => phoneNumber),
    );
    const rejectUnused: Mutate = (exchange) =>
      isRequestTo(exchange, 'sendSmsOtp') &&
      !accountNumbers.has(findText(parseFields(exchange.request), 'phoneNumber') ?? '')
        ? Promise.resolve(createResponse(400, {}))
        : exchange.forward();
    const outcome = await runWithoutDiscovery(rejectUnused, { only: ['5.1.credentials.accepted'] });
    expect(listFalseFailures(outcome)).toEqual([]);
    expect(findResult(outcome, '5.1.credentials.accepted/sendSmsOtp')?.verdict).toBe('pass');
  });
});

describe('a run does not report the consequences of another problem as failures:', () => {
  it('§2.2: declared wallets are known only on POLYGON', async () => {
    const knownWallets = new Set(
      deployment.traits.accounts.flatMap(({ privateKey }) =>
        privateKey === null ? [] : [`POLYGON ${computeAddress(privateKey)}`],
      ),
    );
    const rejectUnknownWallets: Mutate = (exchange) => {
      const { walletAddress, walletNetwork } = parseFields(exchange.request);
      const wallet = `${String(walletNetwork)} ${String(walletAddress)}`;
      if (isRequestTo(exchange, 'addWalletToUser')) knownWallets.add(wallet);
      if (!isRequestTo(exchange, 'startWalletAuth')) return exchange.forward();
      return knownWallets.has(wallet)
        ? exchange.forward()
        : Promise.resolve(createResponse(404, {}));
    };
    const outcome = await runMutated(deployment, rejectUnknownWallets, {
      settings: {
        only: ['4.1.operation', '5.1.credentials.accepted/startWalletAuth', '5.3.wallet.flow'],
      },
    });
    expect(listFalseFailures(outcome)).toEqual([]);
    expect(outcome.dialect.document.values?.wallet?.variant).toBe('network');
    expect(findResult(outcome, '4.1.operation.starts')?.verdict).toBe('pass');
    expect(findResult(outcome, '5.3.wallet.flow/returning-wallet')?.verdict).toBe('pass');
  });

  it('§2.3: a random part in base64 does not count as another phrase', async () => {
    const outcome = await runWithoutDiscovery(
      changeBody('startWalletAuth', (body) => ({
        ...body,
        challenge: `${String(body['challenge']).slice(0, -6)}/+a+/=`,
      })),
      { only: ['2.3'] },
    );
    expect(listFailed(outcome)).toEqual([
      '2.3.challenge.url-safe',
      '2.3.challenge.url-safe/every-response',
    ]);
  });

  it('§2.3: a constant challenge has no random part to check', async () => {
    const challenge = 'Sign in: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    const outcome = await runWithoutDiscovery(
      changeBody('startWalletAuth', (body) => ({ ...body, challenge })),
      { only: ['2.3'] },
    );
    expect(listFailed(outcome)).toEqual([
      '2.3.challenge.random-part',
      '2.3.challenge.random-part/concurrently',
    ]);
  });

  it('§2.4: a wallet that was not added causes no failure of the phoneMask', async () => {
    const outcome = await runWithoutDiscovery(
      (exchange) =>
        isRequestTo(exchange, 'addWalletToUser')
          ? Promise.resolve(createResponse(200, {}))
          : exchange.forward(),
      { only: ['2.4.userMask.phoneMask'] },
    );
    expect(listFalseFailures(outcome)).toEqual([]);
  });

  it('§4.8: accounts that cannot sign in by email do not fail flag checks', async () => {
    const outcome = await runWithoutDiscovery(
      changeBody('sendEmailOtp', (body) => omitFields(body, 'emailId')),
      {
        only: ['4.8.operation.at-any-time'],
        accounts: deployment.traits.accounts.map((account) => ({ ...account, privateKey: null })),
      },
    );
    expect(listFalseFailures(outcome)).toEqual([]);
    expect(findResult(outcome, '4.8.operation.at-any-time/with-a-flag')?.verdict).toBe(
      'not-tested',
    );
  });

  it('§7.4: one of two accounts with a Fraud flag cannot be read', async () => {
    const accounts = deployment.traits.accounts.flatMap((account) => {
      if (account.name === 'fraud') return [account];
      // This account signs in by SMS, whose response has no session.
      const unreadable = { ...account, privateKey: null, emailAddress: null };
      return account.name === 'fraud-unverified' ? [unreadable] : [];
    });
    const outcome = await runWithoutDiscovery(
      changeBody('authenticateSmsOtp', (body) => omitFields(body, 'sessionJwt')),
      { only: ['7.4.fraud.writes-refused'], accounts },
    );
    expect(findResult(outcome, '7.4.fraud.writes-refused/refused/basic')?.verdict).toBe('pass');
  });

  it('§7.2: the accounts with a Fraud flag have no declared contact', async () => {
    const accounts = deployment.traits.accounts.map((account) =>
      account.name.startsWith('fraud')
        ? { ...account, emailAddress: null, phoneNumber: null }
        : account,
    );
    const only = ['7.2.personal-information.readable/fraud'];
    const outcome = await runWithoutDiscovery(forwardUnchanged, { only, accounts });
    expect(findResult(outcome, only[0] ?? '')).toMatchObject({
      verdict: 'not-tested',
      cause: 'settings',
      reason:
        'Needs the emailAddress or phoneNumber of an account with a Fraud flag. Add this under conform: in flagbearer.config.yaml.',
    });
  });
});

describe('discovery of an unusual deployment', () => {
  it('§4.5: does not conclude that a session with another name is missing', async () => {
    const renameSession: Mutate = changeBody(otpSignIns, (body) => ({
      ...omitFields(body, 'sessionJwt', 'userMask'),
      sessionToken: body['sessionJwt'],
    }));
    const { dialect } = await runDiscovery(renameSession);
    expect(dialect.document.unknown).toContain('otp.sms.authenticateReturns');
    expect(dialect.document.unknown).toContain('otp.email.authenticateReturns');
  });

  it('§4.4: finds the code fields if codes are sent only to known users, while new wallets sign up', async () => {
    const { dialect } = await runDiscovery((exchange) => {
      const { phoneNumber, emailAddress } = parseFields(exchange.request);
      const isKnown = declaredAccounts.some(
        (account) => account.phoneNumber === phoneNumber || account.emailAddress === emailAddress,
      );
      return isRequestTo(exchange, ['sendSmsOtp', 'sendEmailOtp']) && !isKnown
        ? Promise.resolve(createResponse(404, { code: 'unknownUser', message: 'Unknown user.' }))
        : exchange.forward();
    });
    expect(dialect.document.unknown).not.toContain('otp.sms.codeField');
    expect(dialect.document.unknown).not.toContain('otp.email.codeField');
  });

  it('§7.4: finds what a Fraud flag restricts if the state of a wallet is a boolean field', async () => {
    const { dialect } = await runDiscovery(
      changeSuccess('getUser', (response, { traits }) => {
        const body = parseFields(response);
        for (const wallet of listWallets(getUser(body, traits), traits)) {
          wallet['verified'] = wallet['status'] === 'verified';
          delete wallet['status'];
        }
        return withBody(response, body);
      }),
    );
    expect(dialect.document.unknown).not.toContain('flags.fraudRestricts');
  });

  it('§7: reports that the body of every rejection is an empty object', async () => {
    const { results } = await runDiscovery(async ({ forward }) => {
      const response = await forward();
      return isAccepted(response) ? response : withBody(response, {});
    });
    const reason = results.find(({ id }) => id === '7.errors.body')?.reason;
    expect(reason).toContain('with an empty object.');
  });
});

describe('a run detects a hidden violation:', () => {
  const fraudChecks = [
    '7.4.fraud.writes-refused/nothing-written/basic',
    '7.4.fraud.writes-refused/refused/basic',
  ];

  it('§3: a verified wallet of another user is verified for the user who adds it', async () => {
    const stolenWalletBySession = new Map<string, string>();
    const stealWallets: Mutate = async (exchange) => {
      const { request, traits } = exchange;
      const response = await exchange.forward();
      const session = findBearer(request) ?? '';
      const address = findText(parseFields(request), 'walletAddress');
      if (isRequestTo(exchange, 'addWalletToUser') && response.status === 409 && address !== null) {
        stolenWalletBySession.set(session, address);
        return createResponse(200, {});
      }
      const stolenWallet = stolenWalletBySession.get(session);
      if (!isRequestTo(exchange, 'getUser') || stolenWallet === undefined) return response;
      const body = parseFields(response);
      listWallets(getUser(body, traits), traits).push({
        walletAddress: stolenWallet,
        status: 'verified',
      });
      return withBody(response, body);
    };
    const outcome = await runWithoutDiscovery(stealWallets, {
      only: ['3.wallet.added-unverified'],
    });
    expect(findResult(outcome, '3.wallet.added-unverified/of-another')?.verdict).toBe('fail');
  });

  it('§7.4: a wallet is added under a Fraud flag, while the response is a 200 with an error body', async () => {
    const { traits } = deployment;
    const accounts = traits.accounts.filter(({ name }) => name === 'fraud');
    const added: string[] = [];
    const outcome = await runWithoutDiscovery(
      async (exchange) => {
        const response = await exchange.forward();
        const { request } = exchange;
        if (isRequestTo(exchange, 'addWalletToUser') && response.status === traits.fraudStatus) {
          added.push(findText(parseFields(request), 'walletAddress') ?? '');
          return createResponse(200, {
            code: 'F1001',
            message: 'Your account is being looked at.',
          });
        }
        if (!isRequestTo(exchange, 'getUser') || !isAccepted(response)) return response;
        const body = parseFields(response);
        for (const walletAddress of added)
          listWallets(getUser(body, traits), traits).push({ walletAddress });
        return withBody(response, body);
      },
      { only: fraudChecks, accounts },
    );
    expect(listFailed(outcome)).toEqual(fraudChecks);
  });

  it('§7.4: a wallet is not added under a Fraud flag, and the response is a success', async () => {
    const outcome = await runWithoutDiscovery(returnSuccessUnderFraud({}), { only: fraudChecks });
    expect(listFailed(outcome)).toEqual(['7.4.fraud.writes-refused/refused/basic']);
  });

  it('§2.4: a sessionJwt is not signed with the published key', async () => {
    const changeSignature = changeSession((session) => {
      const [header, claims] = session.split('.');
      return `${header}.${claims}.${Buffer.alloc(64, 7).toString('base64url')}`;
    });
    const outcome = await runWithoutDiscovery(changeSignature, { only: ['2.4.sessionJwt.jwt'] });
    expect(findResult(outcome, '2.4.sessionJwt.jwt/signature')).toMatchObject({
      verdict: 'fail',
      reason: 'Expected a sessionJwt signed with its published key, got another signature.',
    });
  });

  it('§2.4: a modified sessionJwt reads another user', async () => {
    const sessions = new Map<string, string>();
    const trustClaims: Mutate = async ({ request, forward }) => {
      // Wraps the bearer token as a sign-in response, so that findUserId reads the id in its claims.
      const claimedId = findUserId({ text: JSON.stringify({ sessionJwt: findBearer(request) }) });
      const claimedSession = sessions.get(claimedId ?? '');
      const isUserRead = request.operation === 'getUser' && claimedSession !== undefined;
      const response = await forward(isUserRead ? withBearer(request, claimedSession) : request);
      const session = findText(parseFields(response), 'sessionJwt');
      if (session !== null) sessions.set(findUserId(response) ?? '', session);
      return response;
    };
    const outcome = await runWithoutDiscovery(trustClaims, { only: ['2.4.sessionJwt.jwt'] });
    expect(findResult(outcome, '2.4.sessionJwt.jwt/forged')).toMatchObject({
      verdict: 'fail',
      reason: 'Expected a rejection of a forged sessionJwt, got another user.',
    });
  });

  it('§2.6: every emailMask shows the same address', async () => {
    const outcome = await runWithoutDiscovery(
      changeBody('sendEmailOtp', (body) => ({ ...body, emailMask: 'z***@elsewhere.test' })),
      { only: ['2.6'] },
    );
    expect(findResult(outcome, '2.6.emailMask.masked')?.verdict).toBe('fail');
  });

  it('§4.7: a code of zeros is always accepted', async () => {
    const outcome = await runWithoutDiscovery(
      async (exchange, memory) => {
        const code = parseFields(exchange.request)['otp'];
        const lastSignIn = isRequestTo(exchange, 'authenticateEmailOtp')
          ? memory.findLastResponse('authenticateEmailOtp')
          : null;
        return code === '000000' && lastSignIn !== null ? lastSignIn : exchange.forward();
      },
      { only: ['4.7'] },
    );
    expect(findResult(outcome, '4.7.otp.wrong-refused/zeros')?.verdict).toBe('fail');
    expect(findResult(outcome, '4.7.otp.wrong-refused/other-code')?.verdict).toBe('pass');
  });

  it('§2.1: the letter case of the secret is ignored', async () => {
    const outcome = await runWithoutDiscovery(
      ({ request, forward }) => {
        const secret = request.headers['service-client-secret'] ?? '';
        return forward(withHeaders(request, { 'service-client-secret': secret.toLowerCase() }));
      },
      { only: ['2.1.service-client-secret'] },
    );
    // Each operation gets two of several wrong secrets, not always the one in another letter case.
    expect(listFailed(outcome).length).toBeGreaterThan(1);
  });

  it('§7: a request without fields gets its own headers in the response', async () => {
    const outcome = await runWithoutDiscovery(
      async ({ request, forward }) => {
        const response = await forward();
        const isWithoutFields = request.text === '{}' && !isAccepted(response);
        return isWithoutFields ? withBody(response, { headers: request.headers }) : response;
      },
      { only: ['7.response.no-secret'] },
    );
    expect(findResult(outcome, '7.response.no-secret/email')?.verdict).toBe('fail');
    expect(findResult(outcome, '7.response.no-secret/user')?.verdict).toBe('pass');
  });

  it('§2.7: the second client gets no flags', async () => {
    const outcome = await runWithoutDiscovery(
      changeBody('getUser', (body, exchange) => {
        const { traits } = exchange;
        if (isOfSecondClient(exchange)) getUser(body, traits)[traits.user.flags] = [];
        return body;
      }),
      { only: ['2.7.flags.in-user-object'] },
    );
    expect(findResult(outcome, '2.7.flags.in-user-object/second-client')?.verdict).toBe('fail');
    expect(findResult(outcome, '2.7.flags.in-user-object')?.verdict).toBe('pass');
  });

  it('§4.8: every user read returns 500', async () => {
    const outcome = await runMutated(
      deployment,
      changeSuccess(['getUser'], () => createResponse(500, 'oops')),
      { settings: { only: ['4.8'] } },
    );
    expect(outcome.dialect.document.values?.user?.path).toBe(deployment.dialect?.user.path);
    expect(findResult(outcome, '4.8.operation.reads')).toMatchObject({
      verdict: 'fail',
      cause: 'contract',
    });
  });
});

describe('a report names the missing input:', () => {
  it.each([
    [
      'no source of codes',
      null,
      'Needs a source of sms codes. Set --otp-source, so that the run can read the codes.',
      { verdict: 'not-tested', cause: 'settings' },
    ],
    [
      'an unreachable source of codes',
      { kind: 'url', template: 'http://127.0.0.1:9/{destination}' },
      /^otpSource: no code for the sms send to \+\d+: the source failed: Node\.js fetch blocks this port/,
      { verdict: 'error', cause: 'environment' },
    ],
  ] as const)('§4.5: %s', async (_what, otpSource, reason, expected) => {
    const outcome = await runMutated(deployment, forwardUnchanged, {
      settings: { otpSource, only: ['4.5', '4.7'] },
      hidesInbox: true,
    });
    expect(listFailed(outcome)).toEqual([]);
    const result = findResult(outcome, '4.5.operation.authenticates');
    expect(result).toMatchObject(expected);
    expect(result?.reason).toMatch(reason);
  });
});
