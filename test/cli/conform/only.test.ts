/** What is asked for is what the reports have: of the checks, and of the points that are open. */
import { describe, expect, it } from 'vitest';
import { conforming, type Conformed } from './conforming.ts';
import { processHost } from '../../../src/cli/conform/process-host.ts';
import { useSandbox } from '../../sandbox.ts';

const sandbox = useSandbox();

describe('--only', () => {
  it('with a check that passes, gives just that, and --strict is content', async () => {
    const { exit, report } = await run(['--only', '4.1.call.starts', '--strict']);
    expect(report.results.map(({ id }) => id)).toEqual(['4.1.call.starts']);
    expect(exit).toBe(0);
    // The dialect is found out whole, whatever is looked at.
    expect(report.dialect.values.otp.email).toMatchObject({ codeField: 'otp', codeLength: 6 });
  });

  it('names open points as it names checks', async () => {
    const { report } = await run(['--only', '8.otp.length', '--only', '2.3.challenge.life']);
    expect(report.results.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['2.3.challenge.lifetime', 'not-tested'],
      ['8.otp.length', 'observed'],
    ]);
  });

  it('lists what it names', async () => {
    const { loadRunner } = processHost;
    const runner = { ...(await loadRunner()), ran: [] };
    const words = ['--list', '--json', '--only', '2.3.challenge'];
    const { stdout } = await conforming(words, { runner, env: {} });
    const { items }: { items: { id: string; level: string }[] } = JSON.parse(stdout);
    expect(items).toContainEqual(
      expect.objectContaining({ id: '2.3.challenge.lifetime', level: 'OPEN', operation: null }),
    );
    expect(items.every(({ id }) => id.startsWith('2.3.challenge'))).toBe(true);
  });
});

describe('--strict', () => {
  it('does not fail for what nobody can ever see', async () => {
    const words = ['--only', '2.3.challenge.lifetime', '--only', '4.1.call.starts', '--strict'];
    const { exit, stdout, report } = await run(words);
    expect(report.summary).toMatchObject({ pass: 1, 'not-tested': 1 });
    expect(stdout).toContain('Nothing failed.\n');
    expect(exit).toBe(0);
  });

  it('fails for what the run could have seen, and counts that alone', async () => {
    const words = ['--only', '2.3.challenge.lifetime', '--only', '4.1.call.starts', '--strict'];
    const { exit, stdout } = await run([...words, '--only', '7.2.personal-information.f0000']);
    expect(stdout).toContain('--strict wants nothing left open: 1 not tested.\n');
    expect(exit).toBe(1);
  });
});

interface Report {
  readonly results: readonly { readonly id: string; readonly verdict: string }[];
  readonly summary: Readonly<Record<string, number>>;
  readonly dialect: { readonly values: { readonly otp: Readonly<Record<string, unknown>> } };
}

async function run(words: readonly string[]): Promise<Conformed & { readonly report: Report }> {
  const { runInProcess } = await import('../../../conformance/run-in-process.ts');
  const { loadRunner } = processHost;
  const { listChecks } = await loadRunner();
  const conformed = await conforming([sandbox.url, ...words], {
    runner: { ran: [], listChecks, runConformance: (settings) => runInProcess(settings) },
    env: {
      FLAGBEARER_CLIENT_ID: 'wallet-app',
      FLAGBEARER_CLIENT_SECRET: 'wallet-app-secret',
      FLAGBEARER_ACCESS_TOKEN: 'wallet-app-token',
    },
  });
  return { ...conformed, report: JSON.parse(conformed.files['conform-report/report.json'] ?? '') };
}
