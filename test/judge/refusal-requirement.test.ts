/** The journal field `rule` of a rejected request: id and clause of the requirement behind the refusal. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { apiDocument } from '../../src/contract/api-document.gen.ts';
import type { OperationId } from '../../src/contract/types.ts';
import type { Cause } from '../../src/domain/errors.ts';
import { findViolatedRule } from '../../src/judge/refusal-requirement.ts';
import { RITA_WALLET } from '../control/people.ts';
import { useTestSandbox } from '../control/sandbox.ts';
import { CLIENT, readLastEntry, signIn, WALLET } from '../traffic/requests.ts';

interface Requirement {
  readonly id: string;
  readonly clause: string;
  readonly operations: readonly string[];
}

const requirements = new Map<string, Requirement>(
  parse(await readFile('openapi/requirements.yaml', 'utf8')).requirements.map(
    (requirement: Requirement) => [requirement.id, requirement],
  ),
);

describe('the requirement behind a refusal', () => {
  it('is known for every cause of every operation, has a clause, and applies to the operation', () => {
    const operations = Object.values(apiDocument.paths).flatMap(({ get, post }) =>
      [get, post].flatMap((operation) => operation ?? []),
    );
    for (const { operationId, responses } of operations) {
      const causes = Object.values(responses).flatMap((response) => {
        if (!('$ref' in response)) return response['x-causes'] ?? [];
        const name = response.$ref.split('/').at(-1) ?? '';
        return apiDocument.components.responses?.[name]?.['x-causes'] ?? [];
      });
      for (const cause of causes as Cause[]) {
        const violated = findViolatedRule({
          operationId: operationId as OperationId,
          cause,
          details:
            cause === 'invalidRequest'
              ? [{ pointer: '/body', message: 'is required', kind: 'missing' }]
              : [],
          body: undefined,
          nearMiss: undefined,
        });
        const requirement = requirements.get(violated?.id ?? '');
        expect(requirement, `${operationId} ${cause}`).toBeDefined();
        expect(requirement?.clause).toBe(violated?.clause);
        expect(requirement?.operations, `${operationId} ${cause}`).toContain(operationId);
      }
    }
  });
});

const sandbox = useTestSandbox();

const start = '/v1/auth/cryptoWallet:start';
const authenticate = '/v1/auth/cryptoWallet:authenticate';
const smsSend = '/v1/auth/otp/sms:send';
const smsAuthenticate = '/v1/auth/otp/sms:authenticate';
const emailSend = '/v1/auth/otp/email:send';
const { walletAddress } = WALLET;
const signature = `0x${'1b'.repeat(65)}`;
const bearer = { authorization: 'Bearer wallet-app-token' };

describe('the requirement in the journal', () => {
  it.each<[string, string, unknown, Record<string, string>?]>([
    ['5.1.credentials.wrong-refused', start, WALLET, { 'service-client-secret': 'wrong' }],
    ['5.1.credentials.wrong-refused', start, WALLET, { 'service-client-id': 'nobody' }],
    ['2.2.walletNetwork.other-values-refused', start, { walletAddress, walletNetwork: 'BITCOIN' }],
    ['2.2.walletNetwork.other-values-refused', start, { walletAddress, walletNetwork: null }],
    ['2.2.walletType.other-values', start, { walletAddress, walletType: 'SOLANA' }],
    ['2.2.walletAddress.wrong-type-refused', start, { ...WALLET, walletAddress: 1 }],
    ['2.2.walletAddress.form', start, { ...WALLET, walletAddress: '0x12' }],
    ['2.2.variant.both-sent', start, { ...WALLET, walletType: 'EVM' }],
    ['4.1.request.missing-refused', start, { walletAddress }],
    ['4.1.request.missing-refused', start, { walletNetwork: 'ETHEREUM' }],
    ['4.1.request.missing-refused', start, {}],
    ['4.1.request.missing-refused', start, undefined],
    ['4.2.request.missing-refused', authenticate, WALLET],
    ['2.2.signature.wrong-type-refused', authenticate, { ...WALLET, signature: 1 }],
    ['5.3.wallet.start-needed', authenticate, { ...WALLET, walletNetwork: 'POLYGON', signature }],
    ['4.3.request.missing-refused', '/v1/auth/cryptoWallet:addToUser', { walletAddress }],
    ['4.4.request.missing-refused', smsSend, {}, bearer],
    ['2.5.phoneNumber.other-form-refused', smsSend, { phoneNumber: '12025550143' }, bearer],
    ['2.5.phoneNumber.other-form-refused', smsSend, { phoneNumber: 12025550143 }, bearer],
    ['2.5.phoneNumber.separators', smsSend, { phoneNumber: '+1 202 555 0143' }, bearer],
    ['5.2.bearer.missing', smsSend, { phoneNumber: '+12025550143' }],
    ['4.6.request.missing-refused', emailSend, {}],
    ['2.6.emailAddress.wrong-type-refused', emailSend, { emailAddress: 1 }],
    ['2.6.emailAddress.form', emailSend, { emailAddress: 'nobody' }],
    ['4.5.request.fields', smsAuthenticate, { phoneId: 'x' }],
    ['4.5.otp.wrong-refused', smsAuthenticate, { phoneId: 'x', otp: '000000' }],
    ['7.requests.unknown-fields', start, { ...WALLET, chain: 1 }],
    ['7.requests.unknown-fields', start, { ...WALLET, constructor: 1 }],
    ['4.body.request-json', start, '{"walletAddress"'],
    ['2.1.content-type.other', start, WALLET, { 'content-type': 'text/plain' }],
    ['8.limits.size', start, { walletAddress: 'a'.repeat(200_000) }],
    ['9.path.v1', '/auth/cryptoWallet:start', WALLET],
    ['4.method.get', '/user', {}],
    ['4.method.other', '/nowhere/near', {}],
  ])('is %s: %s %j', async (id, path, body, headers = {}) => {
    await sandbox.send('POST', path, body, { ...CLIENT, ...headers });
    expect((await readLastEntry(sandbox)).rule).toEqual({
      id,
      clause: requirements.get(id)?.clause,
    });
  });

  it.each(['service-client-id', 'service-client-secret'])(
    'is 5.1.credentials.missing-refused without %s',
    async (missing) => {
      const headers = Object.entries(CLIENT).filter(([name]) => name !== missing);
      await sandbox.send('POST', start, WALLET, Object.fromEntries(headers));
      expect((await readLastEntry(sandbox)).rule?.id).toBe('5.1.credentials.missing-refused');
    },
  );

  it('is 3.wallet.bad-signature-changes-nothing for a wrong signature', async () => {
    await sandbox.send('POST', start, WALLET, CLIENT);
    await sandbox.send('POST', authenticate, { ...WALLET, signature }, CLIENT);
    expect((await readLastEntry(sandbox)).rule?.id).toBe('3.wallet.bad-signature-changes-nothing');
  });

  it('is 4.method.post for a GET', async () => {
    await sandbox.send('GET', start, undefined, CLIENT);
    expect((await readLastEntry(sandbox)).rule?.id).toBe('4.method.post');
  });

  it('is 2.2.variant.authoritative if the deployment accepts only the other variant', async () => {
    await sandbox.send('POST', '/sandbox/workspaces', {
      name: 'by-network',
      scenario: 'empty',
      dialect: { version: 1, values: { wallet: { variant: 'network' } } },
    });
    await sandbox.send(
      'POST',
      `/w/by-network${start}`,
      { walletAddress: RITA_WALLET, walletType: 'EVM' },
      CLIENT,
    );
    expect((await readLastEntry(sandbox, '/w/by-network')).rule?.id).toBe(
      '2.2.variant.authoritative',
    );
  });

  it('is absent for an accepted request and for a fault response', async () => {
    await signIn(sandbox);
    expect(await readLastEntry(sandbox)).not.toHaveProperty('rule');
    await sandbox.send('POST', start, {}, { ...CLIENT, prefer: 'code=400' });
    const entry = await readLastEntry(sandbox);
    expect(entry.outcome).toBe('fault');
    expect(entry).not.toHaveProperty('rule');
  });
});
