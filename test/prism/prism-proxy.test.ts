/** Prism, another validator, finds that the responses match the contract that the sandbox serves. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { getCompiledContract } from '../../src/contract/validators.ts';
import { useSandbox } from '../sandbox.ts';
import { startGateway, TAMPER_HEADER } from './gateway.ts';
import type { Gateway, Tampering } from './gateway.ts';
import { startPrism } from './prism.ts';
import type { Prism } from './prism.ts';
import { exerciseOperations, scenario, sendThroughProxy } from './exercise-operations.ts';
import type { Exchange, ProxiedWorkspace } from './exercise-operations.ts';

const sandbox = useSandbox();

/** Error codes that every dialect has. */
const commonCodes = [
  'clientCredentials',
  'bearer',
  // The response to a body that is a JSON string, because Prism removes its quotes.
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
  { name: 'the default dialect', values: {}, codes: commonCodes },
  {
    name: 'nested errors, flags by category in an envelope, and a limit of sent codes',
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
    codes: [...commonCodes, 'rateLimited'],
  },
  {
    name: 'walletNetwork only, problem documents, codes identified by destination, users by id',
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
    codes: [...commonCodes, 'identityUnknown'],
  },
];

let folder: string;
const gateways: Gateway[] = [];
const prisms: Prism[] = [];
const routes = new Map<string, ProxiedWorkspace>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flagbearer-prism-'));
  await Promise.all(
    dialects.map(async ({ name, values }, index) => {
      const workspace = await sandbox.workspace({ scenario, dialect: values, seed: 7 });
      const file = join(folder, `contract-${index}.json`);
      const document = await workspace.control('/openapi.json');
      await writeFile(file, JSON.stringify(document.body));
      const gateway = await startGateway(workspace.url);
      gateways.push(gateway);
      const prism = await startPrism(file, gateway.url);
      prisms.push(prism);
      const contract = getCompiledContract(document.body.info['x-dialect']);
      routes.set(name, { workspace, contract, proxyUrl: prism.url });
    }),
  );
}, 60_000);

afterAll(async () => {
  await Promise.all(prisms.map((prism) => prism.stop()));
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await rm(folder, { recursive: true, force: true });
});

function findRoute(name: string): ProxiedWorkspace {
  const route = routes.get(name);
  if (route === undefined) throw new TypeError(`no proxy for ${name}`);
  return route;
}

/** Returns the violations that Prism reports for responses of the sandbox. */
function listResponseViolations(exchanges: readonly Exchange[]): readonly object[] {
  return exchanges.flatMap(({ operationId, status, code, violations }) =>
    violations
      .filter(({ location }) => location[0] !== 'request')
      .map((violation) => ({ operationId, status, code, violation })),
  );
}

describe.each(dialects)('with $name, Prism', ({ name, codes }) => {
  let exchanges: readonly Exchange[];
  let accepted: readonly Exchange[];

  beforeAll(async () => {
    exchanges = await exerciseOperations(findRoute(name));
    accepted = exchanges.filter(({ status }) => status < 300);
  }, 60_000);

  it('reports no violation in a response', () => {
    expect(listResponseViolations(exchanges)).toEqual([]);
  });

  it('receives a success of every operation and every error code', () => {
    const { contract } = findRoute(name);
    const acceptedIds = new Set(accepted.map(({ operationId }) => operationId));
    expect([...acceptedIds].sort()).toEqual(
      contract.operations.map(({ operationId }) => operationId).sort(),
    );
    const receivedCodes = new Set(exchanges.flatMap(({ code }) => code ?? []));
    expect([...receivedCodes].sort()).toEqual([...codes].sort());
    expect(exchanges.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it('reports no violation in a request that the sandbox accepts', () => {
    expect(accepted.flatMap(({ violations }) => violations)).toEqual([]);
  });

  it.each<[string, Partial<Tampering>, string | undefined]>([
    ['an unknown field', { body: { challenge: 'x', more: 1 } }, undefined],
    ['a field of the wrong type', { body: { challenge: 7 } }, undefined],
    ['a status that is not in the contract', { status: 418, body: {} }, undefined],
    ['an invalid error', { status: 401, body: { reason: 'none' } }, undefined],
    ['an invalid error after an invalid request', { status: 401, body: { reason: 'none' } }, '{}'],
  ])('reports %s', async (_, response, requestBody) => {
    const route = findRoute(name);
    const address = '0x52908400098527886e0f7030069857d2e4169ee7';
    const { success } = route.contract.dialect;
    const status =
      typeof success.status === 'number' ? success.status : success.status.startWalletAuth;
    const exchange = await sendThroughProxy(
      route,
      'startWalletAuth',
      { address, type: null, network: 'ETHEREUM' },
      {
        headers: { [TAMPER_HEADER]: JSON.stringify({ status, ...response }) },
        ...(requestBody === undefined ? {} : { body: requestBody }),
      },
    );
    expect(listResponseViolations([exchange])).not.toEqual([]);
  });
});
