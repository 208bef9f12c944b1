import { describe, expect, it } from 'vitest';
import { runFlagbearer } from '../run-flagbearer.ts';

describe('flagbearer help conform', () => {
  it('lists every option and the exit codes, in lines of at most 88 characters', async () => {
    const { exit, stdout } = await runFlagbearer(['help', 'conform']);
    expect(exit).toBe(0);
    expect(stdout).toContain('Usage: flagbearer conform [options] [BASE-URL]\n');
    const options = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option);
    expect(options).toEqual([
      ...['--client-id', '--client-secret', '--access-token', '--otp-source', '--dialect'],
      ...['--dialect-out', '--report-dir', '--baseline', '--write-baseline', '--strict'],
      ...['--only', '--skip', '--list'],
      ...['--timeout', '--concurrency', '--max-requests', '--max-otp-sends', '--max-duration'],
      ...['--seed', '--json', '--quiet', '--verbose', '--config'],
    ]);
    expect(stdout).toContain('Nothing failed, every operation in scope succeeded');
    const text = stdout.slice(0, stdout.indexOf('Examples:'));
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(88);
  });
});

describe('flagbearer conform', () => {
  it.each([
    [['conform'], /^error: missing base URL: add it, as in flagbearer conform .*\n$/],
    [['conform', 'a.test'], /^error: BASE-URL: expected an absolute http or https URL.*\n$/],
    [
      ['conform', 'http://a.test', 'http://b.test'],
      /^error: unexpected argument "http:\/\/b.test"/,
    ],
    [['conform', 'http://a.test', '--target', 'x'], /^error: unknown option --target\./],
    [['conform', 'http://a.test', '--strct'], /Did you mean --strict\?\n$/],
    [
      ['conform', 'http://a.test', '--client-id', 'a'],
      /^error: missing client secret: set --client-secret,/,
    ],
  ])('prints one line and exits with 2 for the arguments %j', async (args, line) => {
    const { exit, stdout, stderr } = await runFlagbearer(args);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(line);
  });
});
