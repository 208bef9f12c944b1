/** What a check asks for where the discovery did not find out what it has to know. */
import { describe, expect, it, vi } from 'vitest';
import { runInProcess } from '../../conformance/run-in-process.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import type { DialectDocument } from '../../src/dialect/dialect.ts';
import { settingsFor, useTargets } from './sandbox-targets.ts';

const targets = useTargets();
vi.setConfig({ testTimeout: 60_000 });

type Values = NonNullable<DialectDocument['values']>;

async function reasonOf(
  id: string,
  values: Values,
  given: Partial<ConformSettings> = {},
): Promise<string | undefined> {
  const target = await targets.target({ version: 1, values });
  const { results } = await runInProcess(settingsFor(target, { only: [id], ...given }), {
    sleep: () => Promise.resolve(),
  });
  return results.find((result) => result.id === id)?.reason;
}

const user = { path: '/accounts/me/user' };

describe('what has to be known and is not', () => {
  it('names the setting that would make it known', async () => {
    expect(await reasonOf('4.8.call.reads', { user })).toBe(
      'Needs user.path, which is unknown; user.path in the dialect under conform: would be tried first.',
    );
    expect(await reasonOf('3.2.kyc.flag-given', {}, { accounts: [] })).toBe(
      'Needs user.names.kyc, which is unknown; accounts[].kycStatus under conform: would show it.',
    );
  });

  it('asks for nothing that was given', async () => {
    const dialect: DialectDocument = { version: 1, values: { user: { path: '/members/user' } } };
    expect(await reasonOf('4.8.call.reads', { user }, { dialect })).toBe(
      'Needs user.path, which is unknown.',
    );
  });

  it('has a verdict when the setting is given', async () => {
    const dialect: DialectDocument = { version: 1, values: { user } };
    expect(await reasonOf('4.8.call.reads', { user }, { dialect })).toBe('');
  });
});
