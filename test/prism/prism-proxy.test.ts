/**
 * A second opinion on our own validator: Prism's validating proxy, between a client and the
 * sandbox, by the effective contract that the sandbox serves.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { getCompiledContract } from '../../src/contract/validators.ts';
import { useSandbox } from '../sandbox.ts';
import { startGateway, TAMPER } from './gateway.ts';
import type { Gateway, Tampering } from './gateway.ts';
import { startPrism } from './prism.ts';
import type { Prism } from './prism.ts';
import { exchange, scenario, walk } from './walk.ts';
import type { Seen, Way } from './walk.ts';

const sandbox = useSandbox();

/** Refusals that every dialect has. */
const common = [
  'clientCredentials',
  'bearer',
  // Prism hands a body that is a JSON string on without its quotes.
  'malformed',
  'invalidRequest',
  'signature',
  'challengeUnknown',
  'challengeExpired',
  'otpWrong',
  'otpExpired',
  'otpLocked',
  'flagRestricts',
  'identityTaken',
  'tooLarge',
  'unsupportedMediaType',
  'notFound',
  'methodNotAllowed',
];

const dialects = [
  { name: 'the default dialect', values: {}, codes: common },
  {
    name: 'nested errors, flags by category in an envelope, a limit of sends',
    values: {
      errors: { body: 'nested', status: { schema: 422, otpWrong: 400, signature: 403 } },
      user: {
        path: '/v1/user',
        envelope: 'data',
        flagsShape: 'byCategory',
        names: { kyc: 'kycInfo', flags: 'userFlags', code: 'flagCode', cryptoStatus: 'status' },
      },
      flags: {
        categoryNames: {
          Fraud: 'FRAUD',
          'KYC Review': 'KYC',
          'Transaction Processing': 'TX',
        },
      },
      userMask: { absent: 'null' },
      masks: { phone: '(***) ***-{last4}', email: '***@{domain}' },
      session: { algorithm: 'EdDSA' },
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
      limits: { sends: { count: 4, per: 'PT1H', scope: 'destination' }, bodyBytes: 4096 },
    },
    codes: [...common, 'rateLimited'],
  },
  {
    name: 'walletNetwork alone, problems for errors, codes named by destination, users by their id',
    values: {
      wallet: { variant: 'network', emits: 'network' },
      otp: {
        sms: {
          sendReturns: 'empty',
          authenticateReturns: 'sessionAndRecord',
          identifiedBy: 'destination',
          codeField: 'passcode',
        },
        email: {
          authenticateReturns: 'record',
          identifiedBy: 'both',
          codeField: 'code',
          recordId: 'perSend',
        },
      },
      errors: { body: 'problem' },
      identity: { unknown: 'rejectAtAuthenticate' },
      user: { path: '/api/v1/user', identifiedBy: { query: 'userId' } },
      userMask: { absent: 'empty' },
      session: { algorithm: 'RS256' },
    },
    codes: [...common, 'identityUnknown'],
  },
];

interface Route extends Way {
  readonly name: string;
  readonly codes: readonly string[];
}

let folder: string;
const gateways: Gateway[] = [];
const prisms: Prism[] = [];
const routes = new Map<string, Route>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flagbearer-prism-'));
  await Promise.all(
    dialects.map(async ({ name, values, codes }, index) => {
      const workspace = await sandbox.workspace({ scenario, dialect: values, seed: 7 });
      const file = join(folder, `contract-${index}.json`);
      const document = await workspace.control('/openapi.json');
      await writeFile(file, JSON.stringify(document.body));
      const gateway = await startGateway(workspace.url);
      gateways.push(gateway);
      const prism = await startPrism(file, gateway.url);
      prisms.push(prism);
      const contract = getCompiledContract(document.body.info['x-dialect']);
      routes.set(name, { name, codes, workspace, contract, proxy: prism.url });
    }),
  );
}, 60_000);

afterAll(async () => {
  await Promise.all(prisms.map((prism) => prism.stop()));
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await rm(folder, { recursive: true, force: true });
});

function findRoute(name: string): Route {
  const route = routes.get(name);
  if (route === undefined) throw new TypeError(`no proxy for ${name}`);
  return route;
}

/** Returns the violations that Prism reports for responses of the sandbox. */
function listResponseViolations(seen: readonly Seen[]): readonly object[] {
  return seen.flatMap(({ operationId, status, code, violations }) =>
    violations
      .filter(({ location }) => location[0] !== 'request')
      .map((violation) => ({ operationId, status, code, violation })),
  );
}

describe.each(dialects)('$name', ({ name }) => {
  let seen: readonly Seen[];

  beforeAll(async () => {
    seen = await walk(findRoute(name));
  }, 60_000);

  it('returns no response that Prism reports as a violation', () => {
    expect(listResponseViolations(seen)).toEqual([]);
  });

  it('ran completely: all operations, all rejections', () => {
    const { contract, codes } = findRoute(name);
    const accepted = new Set(
      seen.filter(({ status }) => status < 300).map((each) => each.operationId),
    );
    expect([...accepted].sort()).toEqual(
      contract.operations.map((each) => each.operationId).sort(),
    );
    const refused = new Set(seen.flatMap(({ code }) => code ?? []));
    expect([...refused].sort()).toEqual([...codes].sort());
    expect(seen.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it('receives no request from a correct client that Prism reports as a violation', () => {
    const accepted = seen.filter(({ status }) => status < 300);
    expect(accepted.flatMap(({ violations }) => violations)).toEqual([]);
  });

  it.each<[string, Tampering | { readonly body: unknown }, string | undefined]>([
    ['a field too many', { body: { challenge: 'x', more: 1 } }, undefined],
    ['a field of another type', { body: { challenge: 7 } }, undefined],
    ['a status that is not in the contract', { status: 418, body: {} }, undefined],
    ['a refusal of another shape', { status: 401, body: { reason: 'none' } }, undefined],
    ['the same to a request that is wrong', { status: 401, body: { reason: 'none' } }, '{}'],
  ])('would have reported %s', async (_, response, body) => {
    const route = findRoute(name);
    const wallet = { address: '0x52908400098527886e0f7030069857d2e4169ee7', type: null };
    const { success } = route.contract.dialect;
    const status =
      typeof success.status === 'number' ? success.status : success.status.startWalletAuth;
    const seen = await exchange(
      route,
      'startWalletAuth',
      { ...wallet, network: 'ETHEREUM' },
      {
        headers: { [TAMPER]: JSON.stringify({ status, ...response }) },
        ...(body === undefined ? {} : { body }),
      },
    );
    expect(listResponseViolations([seen])).not.toEqual([]);
  });
});
