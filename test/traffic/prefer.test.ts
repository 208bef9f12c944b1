/** Responses that a request selects by Prefer (RFC 7240). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { getCompiledContract } from '../../src/contract/validators.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { parsePreference } from '../../src/traffic/faults/preference.ts';
import { listPointers, useTestSandbox } from '../control/sandbox.ts';
import { sendRawRequest } from '../server/raw-request.ts';
import { AUTHENTICATE_PATH, CLIENT, readLastEntry, start, START_PATH, WALLET } from './requests.ts';

const sandbox = useTestSandbox();
beforeEach(async () => {
  await sandbox.send('POST', '/sandbox/reset');
});

const sendPreferring = (prefer: string) => start(sandbox, { headers: { prefer } });

/** With this limit, the contract of the sends has responses with the status 429. */
const limitedSends = { count: 9, per: 'PT1M', scope: 'client' } as const;
const bodies = ['flat', 'problem', 'nested', 'empty'] as const;
const contracts = bodies.map((body) => ({
  name: `errors-${body}`,
  contract: getCompiledContract({
    ...defaultDialect,
    errors: { ...defaultDialect.errors, body },
    limits: { ...defaultDialect.limits, sends: limitedSends },
  }),
}));

describe.each(contracts)('under the dialect $name', ({ name, contract }) => {
  beforeAll(async () => {
    const values = {
      errors: { body: contract.dialect.errors.body },
      limits: { sends: limitedSends },
    };
    await sandbox.send('POST', '/sandbox/workspaces', {
      name,
      scenario: 'empty',
      dialect: { version: 1, values },
    });
  });

  it.each(contract.operations)(
    'Prefer can select every declared response of $operationId',
    async (operation) => {
      const { operationId, path, method } = operation;
      const declaredResponses = contract.document.paths[path]?.[method]?.responses ?? {};
      for (const [code, declaration] of Object.entries(declaredResponses)) {
        const content = 'content' in declaration ? Object.values(declaration.content ?? {}) : [];
        const examples = Object.keys(content[0]?.examples ?? {});
        for (const example of [undefined, ...examples]) {
          const exampleParameter = example === undefined ? '' : `, example="${example}"`;
          const response = await sendRawRequest(`${sandbox.url}/w/${name}`, {
            method: method.toUpperCase(),
            path,
            headers: [['prefer', `code=${code}${exampleParameter}`]],
          });
          expect(response.status).toBe(Number(code));
          expect(response.headers['flagbearer-fault']).toBe('prefer');
          expect(() =>
            contract.validateResponse(operationId, Number(code), response.body),
          ).not.toThrow();
        }
      }
    },
  );
});

describe('Prefer: code', () => {
  it('returns an example response without processing the request', async () => {
    const response = await start(sandbox, {
      headers: { 'service-client-id': '', prefer: 'code=200' },
    });
    expect([response.status, response.headers.get('preference-applied')]).toEqual([
      200,
      'code=200',
    ]);
    const signature = `0x${'1b'.repeat(65)}`;
    const { body } = await sandbox.send(
      'POST',
      AUTHENTICATE_PATH,
      { ...WALLET, signature },
      CLIENT,
    );
    expect(body.code).toBe('challengeUnknown');
  });

  it('is rejected with a list of the declared statuses if the operation does not declare the status', async () => {
    const { status, headers, body } = await sendPreferring('code=409');
    expect([status, body.code, listPointers(body)]).toEqual([
      400,
      'invalidRequest',
      ['/headers/prefer'],
    ]);
    expect(body.details[0].message).toMatch(
      /^code must be one of 200, 400, 401, .*startWalletAuth$/,
    );
    expect(headers.get('flagbearer-fault')).toBe('prefer');
    expect(headers.get('preference-applied')).toBeNull();
    expect(await readLastEntry(sandbox)).toMatchObject({
      outcome: 'invalidRequest',
      fault: 'prefer',
    });
  });

  it.each([
    'code=abc',
    'code=',
    'code',
    'code=99',
    'code=4000',
    'delay',
    'delay=-1',
    'delay=soon',
    'delay=61',
    'delay=PT2M',
    'example=',
    'example',
  ])('rejects %j', async (prefer) => {
    const { status, body } = await sendPreferring(prefer);
    expect([status, listPointers(body)]).toEqual([400, ['/headers/prefer']]);
  });
});

describe('Prefer: example', () => {
  it('selects an example of any status, or of the status that `code` selects', async () => {
    const path = '/v1/auth/otp/sms:authenticate';
    const sendPreferringSms = (prefer: string) =>
      sandbox.send('POST', path, {}, { ...CLIENT, prefer });
    expect(await sendPreferringSms('example=otpLocked')).toMatchObject({
      status: 429,
      body: { code: 'otpLocked' },
    });
    expect(await sendPreferringSms('code=401, example=otpExpired')).toMatchObject({
      status: 401,
      body: { code: 'otpExpired' },
    });
    const response = await sendPreferringSms('code=429, example=otpExpired');
    expect(response.body.details[0].message).toBe('example must be one of otpLocked');
  });
});

describe('Prefer: delay', () => {
  it('delays the request, and then processes it', async () => {
    const delayedRequest = sendPreferring('delay=2');
    await sandbox.pauses.waitForPause(2000);
    sandbox.pauses.end(2000);
    const { status, headers, body } = await delayedRequest;
    expect([status, headers.get('preference-applied')]).toEqual([200, 'delay=2']);
    expect(body.challenge).toMatch(/^Sign this challenge/);
    expect(await readLastEntry(sandbox)).toMatchObject({ outcome: 'accepted', fault: 'prefer' });
  });

  it('can be combined with a code, even in several headers', async () => {
    const delayedRequest = sendRawRequest(sandbox.url, {
      path: START_PATH,
      headers: [
        ['prefer', 'respond-async, code="401"; why=x'],
        ['Prefer', 'DELAY=PT3S, code=200'],
      ],
    });
    await sandbox.pauses.waitForPause(3000);
    sandbox.pauses.end(3000);
    const { status, headers } = await delayedRequest;
    expect([status, headers['preference-applied']]).toEqual([401, 'code=401, delay=PT3S']);
  });
});

describe('the Prefer header', () => {
  it.each(['return=minimal', 'wait=10, respond-async', '', 'a"b', 'handling=lenient; code=409'])(
    'is ignored if the preference is not supported: %j',
    async (prefer) => {
      const { status, headers } = await sendPreferring(prefer);
      expect([status, headers.get('flagbearer-fault')]).toEqual([200, null]);
    },
  );

  it('takes precedence over faults, and has no effect on a request that matches no operation', async () => {
    const rules = [{ id: 'outage', effect: { status: 503 }, times: 1 }];
    await sandbox.send('PUT', '/sandbox/faults', { rules });
    const response = await sendPreferring('code=401');
    expect([response.status, response.headers.get('flagbearer-fault')]).toEqual([401, 'prefer']);
    const unmatchedResponse = await sandbox.send('POST', '/nowhere', {}, { prefer: 'code=200' });
    expect([unmatchedResponse.status, unmatchedResponse.headers.get('flagbearer-fault')]).toEqual([
      503,
      'outage',
    ]);
  });

  it.each<[string, object]>([
    ['code=200;a="x,y", delay=1', { status: 200, delay: 1000 }],
    ['code = 200 ,, example="a \\"b\\""', { status: 200, example: 'a "b"' }],
    ['Code=200, code=404', { status: 200 }],
    ['foo="code=500, code=501", code=200', { status: 200 }],
  ])('is parsed as RFC 7240 defines: %s', (header, expected) => {
    const parsed = parsePreference(header);
    expect(parsed).toMatchObject({ outcome: 'valid', preference: expected });
  });

  // Quadratic time would exceed the timeout of the test.
  it.each(['code=200;', '"', '\\"', 'a="', ','])('is parsed in linear time: %s', (part) => {
    expect(parsePreference(part.repeat(100_000))).toHaveProperty('outcome');
  });
});
