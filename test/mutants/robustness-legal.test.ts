/** Hostile input to legal deployments raises no false alarm, and stays within the limits of a run. */
import { describe, expect, it, vi } from 'vitest';
import type { ConformSettings } from '../../conformance/settings.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { sample } from '../setup/test-length.ts';
import { createIndependentDeployment, createSandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import {
  otpByDestination,
  HOSTILE_TIMEOUT,
  hostileSections,
  countPasses,
  type Values,
} from './hostile-runs.ts';
import { useTargets } from './sandbox-targets.ts';
import { createVariantDialect } from './variant-dialects.ts';
import { listFalseFailures, runAgainst } from './run-mutants.ts';

const targets = useTargets();
vi.setConfig({ testTimeout: HOSTILE_TIMEOUT });

const legalDialects: Readonly<Record<string, Values>> = {
  ...Object.fromEntries(Object.entries(dialects).map(([name, { values }]) => [name, values ?? {}])),
  'unknown fields and content types ignored': {
    requests: { unknownFields: 'ignore', contentType: 'ignore' },
    errors: { body: 'nested' },
  },
  'other statuses': {
    success: { status: 201 },
    errors: { status: { malformed: 422, schema: 409, otpWrong: 422, signature: 403 } },
  },
  'wallets by type, both fields accepted': { wallet: { variant: 'type', both: 'accept' } },
  'codes identified by destination': { otp: { sms: otpByDestination } },
  'a lock after one wrong code': { otp: { sms: { maxAttempts: 1 }, email: { maxAttempts: 1 } } },
  'unknown identities rejected at authenticate': { identity: { unknown: 'rejectAtAuthenticate' } },
};

const createDeployment = (name: string, values: Values) =>
  createSandboxDeployment(targets, name, { version: 1, values });

describe('hostile input to a sandbox', () => {
  it.each(sample(Object.entries(legalDialects), 2))(
    'raises no false alarm: %s',
    async (name, values) => {
      const deployment = await createDeployment(name, values);
      const outcome = await runAgainst(deployment, {
        assumedDialect: deployment.dialect,
        sections: hostileSections,
      });
      expect(listFalseFailures(outcome)).toEqual([]);
      // The limits include the sign-ins of the declared accounts.
      expect(outcome.budget.requests.used).toBeLessThan(540);
      expect(outcome.budget.otpSends.used).toBeLessThanOrEqual(20);
    },
  );

  const limitedSettings: Readonly<Record<string, Partial<ConformSettings>>> = {
    'one number and one address': {
      destinations: { phoneNumbers: ['+12025550199'], emailAddresses: ['qa@example.test'] },
    },
    'few requests': { maxRequests: 150 },
    'no sends': { maxOtpSends: 0 },
    'no accounts, no token': {
      accounts: [],
      secondClient: null,
      client: { clientId: 'wallet-app', clientSecret: 'wallet-app-secret', accessToken: null },
    },
  };

  it.each(sample(Object.entries(limitedSettings), 1))(
    'raises no false alarm with %s',
    async (_name, settings) => {
      const outcome = await runAgainst(await createDeployment('default', {}), {
        assumedDialect: defaultDialect,
        settings,
        sections: hostileSections,
      });
      expect(listFalseFailures(outcome)).toEqual([]);
      expect(countPasses(outcome)).toBeGreaterThan(5);
    },
  );
});

describe('hostile input to the independent server', () => {
  const names = ['terse', 'pages', 'nervous'] as const;
  it.each(sample(names, 1))('raises no false alarm: %s', async (name) => {
    const outcome = await runAgainst(createIndependentDeployment(name), {
      assumedDialect: createVariantDialect(name),
      sections: hostileSections,
    });
    expect(listFalseFailures(outcome)).toEqual([]);
  });
});
