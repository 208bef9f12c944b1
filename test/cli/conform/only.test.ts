import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../setup/folder.ts';
import { useSandbox } from '../../sandbox.ts';
import { runFlagbearer, walletAppEnv, type CommandResult } from '../run-flagbearer.ts';

const sandbox = useSandbox();

const RUN_TIMEOUT = 60_000;

const PASSING_CHECK = ['--only', '4.1.operation.starts'];
const UNOBSERVABLE_POINT = ['--only', '2.3.challenge.lifetime'];

describe('--only', () => {
  it(
    'reports only the selected check, and exits with 0 with --strict if this check passes',
    { timeout: RUN_TIMEOUT },
    async () => {
      const { exit, report } = await run([...PASSING_CHECK, '--strict']);
      expect(report.results.map(({ id }) => id)).toEqual(['4.1.operation.starts']);
      expect(exit).toBe(0);
      // Every run detects the complete dialect.
      expect(report.dialect.values.otp['email']).toMatchObject({ codeField: 'otp', codeLength: 6 });
    },
  );

  it('with --list, also selects open points', async () => {
    const args = ['conform', '--list', '--json', '--only', '2.3.challenge'];
    const { stdout } = await runFlagbearer(args);
    const { items }: { items: { id: string; level: string }[] } = JSON.parse(stdout);
    expect(items).toContainEqual(
      expect.objectContaining({ id: '2.3.challenge.lifetime', level: 'OPEN', operation: null }),
    );
    expect(items.every(({ id }) => id.startsWith('2.3.challenge'))).toBe(true);
  });
});

describe('--strict', () => {
  it('ignores an open point that no run can observe', { timeout: RUN_TIMEOUT }, async () => {
    const args = [...PASSING_CHECK, ...UNOBSERVABLE_POINT, '--only', '8.otp.length', '--strict'];
    const { exit, stdout, report } = await run(args);
    expect(report.results.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['2.3.challenge.lifetime', 'not-tested'],
      ['4.1.operation.starts', 'pass'],
      ['8.otp.length', 'observed'],
    ]);
    expect(stdout).toContain('Nothing failed, 1 of 1 operations covered, 7 skipped.\n');
    expect(exit).toBe(0);
  });

  it(
    'rejects a check with a missing setting, but not a point that no run can observe',
    { timeout: RUN_TIMEOUT },
    async () => {
      const missingSetting = ['--only', '7.2.personal-information.f0000'];
      const { exit, stdout } = await run([
        ...PASSING_CHECK,
        ...UNOBSERVABLE_POINT,
        ...missingSetting,
        '--strict',
      ]);
      expect(stdout).toContain('--strict rejects: 1 not tested because a setting is missing.\n');
      expect(exit).toBe(1);
    },
  );
});

interface Report {
  readonly results: readonly { readonly id: string; readonly verdict: string }[];
  readonly dialect: { readonly values: { readonly otp: Readonly<Record<string, unknown>> } };
}

async function run(args: readonly string[]): Promise<CommandResult & { readonly report: Report }> {
  const cwd = await createFolder({});
  const options = { cwd, env: walletAppEnv };
  const result = await runFlagbearer(['conform', sandbox.url, ...args], options);
  const report = await readFile(join(cwd, 'conform-report/report.json'), 'utf8');
  return { ...result, report: JSON.parse(report) };
}
