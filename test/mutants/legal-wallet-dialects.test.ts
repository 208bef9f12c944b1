import { describe, expect, it } from 'vitest';
import type { ConformSettings } from '../../conformance/settings.ts';
import { sample } from '../setup/test-length.ts';
import { createSandboxDeployment } from './deployments.ts';
import { dialects, type Values } from './dialects.ts';
import { listFalseFailures, runAgainst } from './run-mutants.ts';
import { clientWithoutToken, useTargets } from './sandbox-targets.ts';

/** The clauses that concern wallet requests. */
const only = ['2.1', '2.2', '2.3', '2.4', '3.wallet', '4.1', '4.2', '4.3', '5.1', '5.3', '9'];

const legalDialects: Readonly<Record<string, Values>> = {
  ...Object.fromEntries(Object.entries(dialects).map(([name, { values }]) => [name, values ?? {}])),
  'wallets by network': { wallet: { variant: 'network', checksum: 'ignore' } },
  'wallets by type, earlier challenges valid, challenge invalidated by a bad signature': {
    wallet: { variant: 'type', challenge: { outstanding: 'all', onBadSignature: 'burn' } },
  },
  'reusable challenges, another phrase': {
    wallet: { challenge: { reuse: 'accept', phrase: 'Hello.' }, both: 'accept' },
  },
  'wallets identified by address and network': {
    wallet: { identity: 'addressAndNetwork', emits: 'network', crossVariant: 'reject' },
  },
  'compact signatures and high s': {
    wallet: { signature: { accepts: ['rsv', 'compact', 'highS'] } },
  },
  'unknown identities rejected at start': { identity: { unknown: 'rejectAtStart' } },
  'unknown identities rejected at authenticate, address and network': {
    identity: { unknown: 'rejectAtAuthenticate' },
    wallet: { identity: 'addressAndNetwork' },
  },
  'a bearer token for addWalletToUser': { identity: { addWalletTarget: 'bearer' } },
  'the access token for addWalletToUser and the user read': {
    bearer: { requiredOn: ['sendSmsOtp', 'addWalletToUser', 'getUser'], accepts: ['client'] },
    user: { identifiedBy: { header: 'x-user-id' } },
  },
  'the access token for wallet sign-ins and email sends': {
    bearer: { requiredOn: ['startWalletAuth', 'authenticateWallet', 'sendEmailOtp'] },
  },
  'a session for SMS sends': { bearer: { requiredOn: ['sendSmsOtp'], accepts: ['session'] } },
  'success with 201, no error body': {
    success: { status: 201 },
    errors: { body: 'empty', status: { clientCredentials: 403, schema: 422 } },
  },
  'phoneMask null, keys unpublished': {
    userMask: { absent: 'null' },
    masks: { phone: '+•••{last4}' },
    session: { algorithm: 'HS256', jwksPath: 'none' },
    otp: { sms: { authenticateReturns: 'record' } },
  },
  'phoneMask empty, another signing algorithm, no wallets shown': {
    userMask: { absent: 'empty' },
    session: { algorithm: 'EdDSA', jwksPath: '/keys', boundToClient: 'no' },
    user: { names: { wallets: 'none' } },
    otp: { sms: { authenticateReturns: 'empty', bearerSession: 'ignored' } },
  },
};

const targets = useTargets();

describe('a run against a sandbox', () => {
  it.each(sample(Object.entries(legalDialects), 4))(
    'raises no false alarm: %s',
    async (name, values) => {
      const deployment = await createSandboxDeployment(targets, name, { version: 1, values });
      const { dialect: assumedDialect } = deployment;
      const outcome = await runAgainst(deployment, { assumedDialect, settings: { only } });
      expect(listFalseFailures(outcome)).toEqual([]);
      expect(new Set(outcome.results.map(({ verdict }) => verdict))).toContain('pass');
    },
  );
  const missingSettings: Readonly<Record<string, Partial<ConformSettings>>> = {
    'a second client': { secondClient: null },
    accounts: { accounts: [] },
    'an access token': { client: clientWithoutToken },
    'all of these settings': { accounts: [], secondClient: null, client: clientWithoutToken },
  };
  const cases = [
    ...Object.keys(missingSettings).map((missing) => ({ name: 'default', missing })),
    { name: 'strict', missing: 'all of these settings' },
    { name: 'unknown identities rejected at start', missing: 'all of these settings' },
    {
      name: 'the access token for addWalletToUser and the user read',
      missing: 'all of these settings',
    },
  ];

  it.each(sample(cases, 2))(
    'raises no false alarm without $missing: $name',
    async ({ name, missing }) => {
      const document = { version: 1, values: legalDialects[name] ?? {} } as const;
      const deployment = await createSandboxDeployment(targets, name, document);
      const { dialect: assumedDialect } = deployment;
      const outcome = await runAgainst(deployment, {
        assumedDialect,
        settings: { ...missingSettings[missing], only },
      });
      expect(listFalseFailures(outcome)).toEqual([]);
    },
  );
});
