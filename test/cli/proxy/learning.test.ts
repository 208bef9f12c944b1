import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compiledContract } from '../../../src/contract/validators.ts';
import type { Dialect, DialectDocument } from '../../../src/dialect/dialect.ts';
import { dialectKeys, dialectValue } from '../../../src/dialect/keys.ts';
import { loadDialectDocument } from '../../../src/dialect/load.ts';
import { useSandbox } from '../../sandbox.ts';
import { scenario, walk } from '../../prism/walk.ts';
import { startProxy } from './running-proxy.ts';
import { json, startUpstream } from './upstream.ts';

const sandbox = useSandbox();

/** As different from the default one as its traffic can show. */
const values = {
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

describe('the traffic of another dialect', () => {
  it('decides what it shows, rightly, and breaks nothing by what was learnt', async () => {
    const workspace = await sandbox.workspace({ scenario, dialect: values, seed: 7 });
    const { body: document } = await workspace.control('/openapi.json');
    const actual: Dialect = document.info['x-dialect'];
    const proxy = await startProxy(workspace.url, ['--dialect-out', 'learned.yaml']);
    await walk({ proxy: proxy.url, contract: compiledContract(actual), workspace });
    const { report, file, exit } = await proxy.stop();

    const text = await readFile(join(proxy.folder, 'learned.yaml'), 'utf8');
    expect(text).toBe(await file('dialect.yaml'));
    expect(text).toMatch(/^# Found by flagbearer proxy at http/);
    expect(await loadDialectDocument(text, 'learned.yaml')).not.toHaveProperty('findings');
    const learnt: DialectDocument = parse(text);
    const keys = dialectKeys.map(({ key }) => key);
    const decided = keys.filter((key) => dialectValue(learnt.values ?? {}, key) !== undefined);
    const ofDecided = (dialect: object) =>
      Object.fromEntries(decided.map((key) => [key, dialectValue(dialect, key)]));
    expect(ofDecided(learnt.values ?? {})).toEqual(ofDecided(actual));
    expect(decided.length).toBeGreaterThan(35);
    expect(Object.keys(learnt.evidence ?? {}).sort()).toEqual([...decided].sort());
    expect([...decided, ...(learnt.unknown ?? [])].sort()).toEqual([...keys].sort());

    const stated = keys.filter((key) => dialectValue(values, key) !== undefined);
    expect(stated.filter((key) => !decided.includes(key))).toEqual([]);
    // The walk sends much that is wrong; what it is answered keeps to the contract.
    const failures = report.results.filter(({ verdict }) => verdict === 'fail');
    expect(failures.filter(({ cause }) => cause !== 'client')).toEqual([]);
    expect(exit).toBe(1);
  }, 60_000);
});

describe('traffic that contradicts itself', () => {
  it('decides nothing, and says what was seen', async () => {
    const error = { code: 'no', message: 'No.' };
    const bodies = [error, { error }];
    const upstream = await startUpstream((req, res) => json(401, bodies.shift())(req, res));
    const proxy = await startProxy(upstream.url, ['--dialect-out', 'learned.yaml']);
    for (const _ of [1, 2]) await fetch(`${proxy.url}/user`);
    const { report } = await proxy.stop();
    expect(report.openQuestions.find(({ key }) => key === 'errors.body')?.seen).toBe(
      'The traffic shows both flat and nested.',
    );
  });
});
