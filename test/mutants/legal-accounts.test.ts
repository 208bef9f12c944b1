/** Legal accounts and destinations that resemble a violation, and violations that resemble legal behaviour. */
import { describe, expect, it } from 'vitest';
import { readClaims, withClaims } from '../../conformance/responses/session-token.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import type { CheckResult } from '../../conformance/outcome.ts';
import type { DialectDocument } from '../../src/dialect/dialect.ts';
import { accountsScenario, declaredAccounts, getTestKey } from './accounts.ts';
import { createSandboxDeployment, type Deployment } from './deployments.ts';
import type { Values } from './dialects.ts';
import { findText, parseFields, readLowerCaseAddress } from './exchange.ts';
import type { Mutate } from './mutate.ts';
import { acceptWhen, changeUser, isRequestTo } from './operators/operator.ts';
import { changeSession } from './operators/sign-in-responses.ts';
import { runWithoutDiscovery } from './run-mutants.ts';
import { createSettings, useTargets } from './sandbox-targets.ts';

const targets = useTargets();

type ScenarioUser = (typeof accountsScenario.users)[number];

/** Creates a deployment with one of the declared accounts. `changes` replace fields of the account. */
async function createDeployment(
  values: Values,
  name: string,
  changes: Partial<ScenarioUser> & { readonly createTime?: string } = {},
): Promise<Deployment> {
  const document: DialectDocument = { version: 1, values };
  const deployment = await createSandboxDeployment(targets, name, document);
  return {
    ...deployment,
    async start() {
      const users = accountsScenario.users
        .filter(({ key }) => key === name)
        .map((user) => ({ ...user, ...changes }));
      const target = await targets.create(document, { ...accountsScenario, users });
      return {
        target,
        traits: deployment.traits,
        settings: (url) => createSettings(url, { accounts: listAccounts(name) }),
        close: () => targets.delete(target),
      };
    },
  };
}

function listAccounts(name: string): ConformSettings['accounts'] {
  return declaredAccounts.filter((account) => account.name === name);
}

async function run(
  deployment: Deployment,
  { mutate, ...settings }: Partial<ConformSettings> & { mutate?: Mutate },
): Promise<readonly CheckResult[]> {
  const { results } = await runWithoutDiscovery(deployment, mutate ?? null, settings);
  return results;
}

const burnChallenge = { wallet: { challenge: { onBadSignature: 'burn' } } } as const;
const ignoreFields = { requests: { unknownFields: 'ignore' } } as const;
const rejectUnknownUsers = {
  identity: { unknown: 'rejectAtStart', addWalletTarget: 'bearer' },
} as const;

describe('a run raises no false alarm:', () => {
  it('§2.4: a user who was created an hour ago signs in by an added wallet', async () => {
    const createTime = new Date(Date.now() - 3_600_000).toISOString();
    const deployment = await createDeployment(rejectUnknownUsers, 'clean', { createTime });
    const checks = ['4.3.operation.adds/second-wallet', '2.4.userMask.createTime/in-utc'];
    expect(await run(deployment, { only: checks })).toMatchObject([
      { id: '2.4.userMask.createTime/in-utc', verdict: 'not-tested' },
      { id: '4.3.operation.adds/second-wallet', verdict: 'pass' },
    ]);
  });

  it('§2.4: a wallet signs in again half an hour later', async () => {
    const wallets = new Set<string>();
    const signInLater = changeSession((session, { request }) => {
      const address = readLowerCaseAddress(request);
      const claims = readClaims(session);
      if (wallets.has(address))
        return withClaims(session, { ...claims, iat: Number(claims?.['iat']) + 1800 });
      wallets.add(address);
      return session;
    });
    const deployment = await createDeployment({}, 'clean');
    const checks = ['4.2.operation.authenticates/same-user', '2.4.userMask.createTime/in-utc'];
    expect(await run(deployment, { only: checks, mutate: signInLater })).toMatchObject([
      { id: '2.4.userMask.createTime/in-utc', verdict: 'pass' },
      { id: '4.2.operation.authenticates/same-user', verdict: 'pass' },
    ]);
  });

  it('§7.2: the wallet of a flagged account belongs to a user without flags and contacts', async () => {
    const deployment = await createSandboxDeployment(targets);
    const readAnotherUser = changeUser((user) => {
      const { personalInformation, ...other } = user;
      const isInReview = JSON.stringify(personalInformation).includes('in-review@');
      return isInReview ? { ...other, flags: [], kyc: undefined } : user;
    });
    const checks = ['7.2.personal-information.readable/kyc-review'];
    const accounts = [...listAccounts('clean'), ...listAccounts('in-review')];
    expect(
      await run(deployment, { only: checks, accounts, mutate: readAnotherUser }),
    ).toMatchObject([{ verdict: 'error' }]);
  });

  it('§4.2: two declared wallets belong to one user', async () => {
    const deployment = await createDeployment(rejectUnknownUsers, 'clean', {
      // 40 is the index of the declared wallet.
      wallets: [40, 60].map((wallet) => ({ wallet, network: 'ETHEREUM', status: 'verified' })),
    });
    const [account] = listAccounts('clean');
    if (account === undefined) throw new Error('no account');
    const accounts = [account, { ...account, name: 'twin', privateKey: getTestKey(60) }];
    const checks = [
      '2.4.sessionJwt.jwt/forged',
      '4.2.operation.authenticates/own-user',
      '4.3.operation.adds/forged-session',
    ];
    expect(await run(deployment, { only: checks, accounts })).toMatchObject([
      { id: '2.4.sessionJwt.jwt/forged', verdict: 'not-tested' },
      { id: '4.2.operation.authenticates/own-user', verdict: 'not-tested' },
      { id: '4.3.operation.adds/forged-session', verdict: 'not-tested' },
    ]);
  });

  it.each(['sessionAndRecord', 'record'] as const)(
    '§4.8: three declared accounts belong to one user, and authenticateReturns is %s',
    async (authenticateReturns) => {
      const otp = { sms: { authenticateReturns }, email: { authenticateReturns } };
      const deployment = await createDeployment({ otp }, 'clean');
      const accounts = listAccounts('clean').flatMap((account) => [
        { ...account, name: 'sms', emailAddress: null, privateKey: null },
        { ...account, name: 'email', phoneNumber: null, privateKey: null },
        { ...account, name: 'wallet', emailAddress: null, phoneNumber: null },
      ]);
      const checks = [
        '4.8.operation.reads/no-data-of-other-accounts',
        '7.response.no-secret/other-users',
      ];
      expect(await run(deployment, { only: checks, accounts })).toMatchObject([
        { id: '4.8.operation.reads/no-data-of-other-accounts', verdict: 'not-tested' },
        { id: '7.response.no-secret/other-users', verdict: 'pass' },
      ]);
    },
  );

  it.each(['sms', 'email'] as const)(
    '§2.7: the only destination for %s belongs to a DECLINED user',
    async (channel) => {
      const deployment = await createDeployment(ignoreFields, 'fraud', { flags: [] });
      const accounts = listAccounts('fraud').map((account) => ({ ...account, flags: [] }));
      const destinations = {
        phoneNumbers: accounts.flatMap(({ phoneNumber }) => phoneNumber ?? []),
        emailAddresses: accounts.flatMap(({ emailAddress }) => emailAddress ?? []),
      };
      const id = `2.7.flags.in-user-object/values-in-the-sign-in/${channel}`;
      const otpSource = { kind: 'inbox' } as const;
      expect(
        await run(deployment, { only: [id], accounts, destinations, otpSource }),
      ).toMatchObject([
        { id, verdict: 'not-tested', reason: expect.stringContaining('destinations') },
      ]);
    },
  );
});

describe('a run fails:', () => {
  it('§5.3: a signature from which no address can be recovered is accepted, but only for an unused challenge', async () => {
    const deployment = await createDeployment(burnChallenge, 'clean');
    const signatureWithoutSigner = `0x${'ff'.repeat(64)}1b`;
    let hasChallenge = false;
    const acceptWithoutSigner = acceptWhen('authenticateWallet', ({ request }) => {
      const isAcceptable =
        hasChallenge && findText(parseFields(request), 'signature') === signatureWithoutSigner;
      hasChallenge = false;
      return isAcceptable;
    });
    const mutate: Mutate = (exchange, memory) => {
      if (isRequestTo(exchange, 'startWalletAuth')) hasChallenge = true;
      return acceptWithoutSigner(exchange, memory);
    };
    const id = '5.3.wallet.other-signer-refused/zero-address';
    expect(await run(deployment, { only: [id], mutate })).toMatchObject([{ id, verdict: 'fail' }]);
  });

  it('§3: transactions without a crypto status', async () => {
    const deployment = await createDeployment({}, 'paying');
    const removeStatuses = changeUser((user) => ({ ...user, transactions: [{}, {}] }));
    const id = '3.transaction.starts-pending';
    expect(await run(deployment, { only: [id], mutate: removeStatuses })).toMatchObject([
      {
        id,
        verdict: 'fail',
        reason: expect.stringContaining('Expected PENDING, COMPLETE or FAILED'),
      },
    ]);
  });
});
