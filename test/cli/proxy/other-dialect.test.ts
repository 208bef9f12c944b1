/** A proxy without the dialect of the deployment reports no MUST or SHOULD violation where the interface leaves a point open. */
import { describe, expect, it } from 'vitest';
import { getCompiledContract } from '../../../src/contract/validators.ts';
import type { Dialect } from '../../../src/dialect/dialect.ts';
import { exerciseOperations, scenario } from './exercise-operations.ts';
import { toNetworkIdentity, ClientApp, createWallet, useSandbox } from '../../sandbox.ts';
import { startProxy } from './running-proxy.ts';

const sandbox = useSandbox();
const path = '/v1/auth/cryptoWallet:start';

const renamedValues = {
  wallet: { challenge: { phrase: 'Welcome back, sign: ' } },
  otp: {
    sms: {
      sendReturns: 'empty',
      authenticateReturns: 'sessionAndRecord',
      identifiedBy: 'destination',
      codeField: 'passcode',
      codeLength: 8,
    },
    email: { codeField: 'code', recordId: 'perSend' },
  },
  errors: { body: 'nested', status: { schema: 422 } },
  user: {
    path: '/api/v1/user',
    identifiedBy: { query: 'userId' },
    envelope: 'data',
    flagsShape: 'byCategory',
    names: { kyc: 'kycInfo', flags: 'userFlags', code: 'flagCode', cryptoStatus: 'status' },
  },
  masks: { phone: '(***) ***-{last4}', email: '***@{domain}' },
  userMask: { absent: 'null' },
  session: { algorithm: 'EdDSA', ttl: 'PT30M' },
  success: {
    status: {
      startWalletAuth: 201,
      authenticateWallet: 200,
      addWalletToUser: 202,
      sendSmsOtp: 202,
      authenticateSmsOtp: 201,
      sendEmailOtp: 202,
      authenticateEmailOtp: 200,
      getUser: 200,
    },
  },
};

/** A dialect with the default path, and with field names that have another meaning in the default dialect. */
const swappedValues = {
  user: {
    flagsShape: 'byCategory',
    names: {
      kyc: 'transactions',
      transactions: 'flags',
      flags: 'kyc',
      code: 'category',
      category: 'code',
    },
  },
  wallet: { both: 'accept', variant: 'type' },
  requests: { unknownFields: 'ignore', contentType: 'ignore' },
  userMask: { absent: 'empty' },
  errors: { body: 'empty' },
  bearer: { requiredOn: [] },
};

describe('without --dialect', () => {
  it.each([
    ['with other names, paths, shapes and statuses', renamedValues],
    ['with names that have another meaning by default', swappedValues],
  ])(
    'reports no violation of a deployment %s',
    async (_which, values) => {
      const workspace = await sandbox.workspace({ scenario, dialect: values, seed: 7 });
      const { body: document } = await workspace.control('/openapi.json');
      const actual: Dialect = document.info['x-dialect'];
      const proxy = await startProxy(workspace.url);
      const contract = getCompiledContract(actual);
      await exerciseOperations({ proxyUrl: proxy.url, contract, workspace });
      const { report } = await proxy.stop();
      // Some of the requests are invalid: the client violates rules, but the deployment violates none.
      const failed = report.results.filter(({ verdict }) => verdict === 'fail');
      expect(failed.length).toBeGreaterThan(0);
      expect(failed.filter(({ cause }) => cause !== 'client')).toEqual([]);
    },
    60_000,
  );

  it('exits with 0 and reports only level OPEN for requests that another dialect accepts', async () => {
    const values = { wallet: { both: 'accept' }, requests: { unknownFields: 'ignore' } };
    const workspace = await sandbox.workspace({ dialect: values });
    const proxy = await startProxy(workspace.url);
    const client = new ClientApp(proxy.url);
    const { walletAddress } = toNetworkIdentity(createWallet());
    const both = { walletAddress, walletNetwork: 'ETHEREUM', walletType: 'EVM' };
    expect((await client.start(both)).status).toBe(200);
    expect(
      (await client.send(path, { body: { ...toNetworkIdentity(createWallet()), locale: 'en' } }))
        .status,
    ).toBe(200);
    const { exit, journal } = await proxy.stop();
    const levels = journal.flatMap(({ violations }) => violations.map(({ level }) => level));
    expect({ exit, levels }).toEqual({ exit: 0, levels: ['OPEN', 'OPEN'] });
  });
});
