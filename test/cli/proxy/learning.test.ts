import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compiledContract } from '../../../src/contract/validators.ts';
import type { Dialect, DialectDocument } from '../../../src/dialect/dialect.ts';
import { dialectKeys, dialectValue } from '../../../src/dialect/keys.ts';
import { loadDialectDocument } from '../../../src/dialect/load.ts';
import { ClientApp, newWallet, useSandbox } from '../../sandbox.ts';
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

describe('a one-time password', () => {
  const [phoneId, phoneNumber] = ['a-phone', '+12025550143'];
  const both = { phoneId, phoneNumber };

  it.each([
    [[both], 'both'],
    [[both, { phoneNumber }], 'destination'],
    [[{ phoneId }, both], 'recordId'],
    [[{ phoneId }, { phoneNumber }], undefined],
  ])('that is named by %j', async (all, expected) => {
    const upstream = await startUpstream(json(200, { sessionJwt: 'eyJh.eyJh.c2ln' }));
    const proxy = await startProxy(upstream.url, ['--dialect-out', 'learned.yaml']);
    const client = new ClientApp(proxy.url);
    for (const names of all) await client.authenticateSms({ ...names, pin: '123456' });
    await proxy.stop();
    const { values } = parse(await readFile(join(proxy.folder, 'learned.yaml'), 'utf8'));
    expect(dialectValue(values, 'otp.sms.identifiedBy')).toBe(expected);
  });
});

describe('a refusal', () => {
  const start = '/v1/auth/cryptoWallet:start';
  const right = { 'service-client-id': 'wallet-app', 'service-client-secret': 'wallet-app-secret' };
  const wrong = { ...right, 'service-client-secret': 'another-secret' };

  async function learnt(upstream: string, calls: (url: string) => Promise<void>): Promise<object> {
    const proxy = await startProxy(upstream, ['--dialect-out', 'learned.yaml']);
    await calls(proxy.url);
    await proxy.stop();
    return parse(await readFile(join(proxy.folder, 'learned.yaml'), 'utf8')).values ?? {};
  }

  const malformed = (url: string, headers: Record<string, string>) =>
    fetch(`${url}${start}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{bad',
    });
  const byGet = (url: string, headers: Record<string, string>) =>
    fetch(`${url}${start}`, { headers });
  const accepted = async (url: string) => {
    const { address } = newWallet();
    const identity = { walletAddress: address, walletNetwork: 'ETHEREUM' };
    const call = { body: identity, headers: right };
    expect((await new ClientApp(url).call(start, call)).status).toBe(200);
  };

  it('of whom nobody accepts shows nothing but its form', async () => {
    const { url } = await sandbox.workspace();
    const values = await learnt(url, async (proxy) => {
      expect((await malformed(proxy, wrong)).status).toBe(401);
      await byGet(proxy, wrong);
      await accepted(proxy);
    });
    expect(dialectValue(values, 'errors.body')).toBe('flat');
    expect(dialectValue(values, 'errors.status')).toBeUndefined();
  });

  it('counts once who is refused was accepted, before or after', async () => {
    const { url } = await sandbox.workspace();
    const values = await learnt(url, async (proxy) => {
      expect((await malformed(proxy, right)).status).toBe(400);
      await accepted(proxy);
      expect((await byGet(proxy, right)).status).toBe(405);
    });
    expect(dialectValue(values, 'errors.status')).toEqual({ malformed: 400, method: 405 });
  });

  it('by something before the service shows nothing', async () => {
    const upstream = await startUpstream((req, res) => {
      req.resume();
      if (req.headers['x-turned-away'] === undefined) {
        json(200, { challenge: 'Sign in: abcdefghijklmnopqrstuvwxyz' })(req, res);
      } else res.writeHead(403, { 'content-type': 'text/html' }).end('<p>Forbidden</p>');
    });
    const values = await learnt(upstream.url, async (proxy) => {
      await accepted(proxy);
      await malformed(proxy, { ...right, 'x-turned-away': 'yes' });
    });
    expect(dialectValue(values, 'errors')).toBeUndefined();
  });
});
