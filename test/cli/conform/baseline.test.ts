import { describe, expect, it } from 'vitest';
import { compareWithBaseline } from '../../../src/cli/conform/baseline.ts';
import { runConform } from './run-conform.ts';
import {
  failingResult,
  createOutcome,
  passingResult,
  createResult,
  createRunner,
  untestedResult,
} from './fake-runner.ts';

describe('compareWithBaseline', () => {
  const results = [
    failingResult,
    passingResult,
    untestedResult,
    createResult({ id: 'x', verdict: 'error' }),
  ];

  it('lists failing checks as known, and tested checks that no longer fail as stale', () => {
    const baseline = new Set([failingResult.id, passingResult.id]);
    expect(compareWithBaseline(baseline, results)).toEqual({
      known: [failingResult.id],
      stale: [passingResult.id],
    });
  });

  it('ignores checks that were not tested, had an internal error or did not run', () => {
    const baseline = new Set([untestedResult.id, 'x', 'y']);
    expect(compareWithBaseline(baseline, results)).toEqual({ known: [], stale: [] });
  });
});

describe('--baseline', () => {
  const runWithBaseline = (text: string, ...args: readonly string[]) =>
    runConform(['http://127.0.0.1:1', '--baseline', 'known.yaml', ...args], {
      files: { 'known.yaml': text },
    });

  it.each([
    ['a list of ids', `- ${failingResult.id}\n`],
    ['a list in JSON', JSON.stringify([failingResult.id])],
    [
      'known failures with reasons',
      `version: 1\nknown: [{id: ${failingResult.id}, reason: T-7}]\n`,
    ],
    ['known failures in JSON', JSON.stringify({ version: 1, known: [failingResult.id] })],
  ])('accepts %s, and known failures do not fail the run', async (_, text) => {
    const { exit, stdout, files } = await runWithBaseline(text);
    expect(exit).toBe(0);
    expect(stdout).toContain(`Known failures:\n  ${failingResult.id} (§2.4): userMask has no id\n`);
    expect(stdout).toContain('Nothing failed except known failures, 8 of 8 operations covered.');
    expect(JSON.parse(files['conform-report/report.json']!).baseline).toEqual({
      known: [failingResult.id],
      stale: [],
    });
  });

  it('reports baseline entries that pass; with --strict, they fail the run', async () => {
    const text = `- ${failingResult.id}\n- ${passingResult.id}\n`;
    const { exit, stdout } = await runWithBaseline(text);
    expect(exit).toBe(0);
    expect(stdout).toContain(
      `In the baseline, but passing (remove them):\n  ${passingResult.id}\n`,
    );

    const runner = createRunner(createOutcome({ results: [passingResult] }));
    const files = { 'known.yaml': `[${passingResult.id}]` };
    const args = ['http://127.0.0.1:1', '--baseline', 'known.yaml', '--strict'];
    const strictRun = await runConform(args, { runner, files });
    expect(strictRun.exit).toBe(1);
    expect(strictRun.stdout).toContain('--strict rejects: 1 in the baseline but passing');
  });

  it('accepts an empty file; the failure of the run is then not a known failure', async () => {
    expect((await runWithBaseline('# all fixed\n')).exit).toBe(1);
  });

  it.each([
    [
      'unknown check ids',
      `version: 1\nknown:\n  - id: ${failingResult.id}s\n  - verbose\n`,
      [
        `known.yaml:3:9: no check has the id "${failingResult.id}s". Did you mean ${failingResult.id}?`,
        'known.yaml:4:5: no check has the id "verbose". See flagbearer conform --list.',
      ],
    ],
    [
      'an unsupported version and unknown keys',
      'version: 2\nknown: [{reasn: x}]\n',
      [
        'known.yaml:1:10: version: expected 1, got 2',
        'known.yaml:2:9: known[0]: missing key "id"',
        'known.yaml:2:10: unknown key "reasn" in known[0]. Did you mean reason?',
      ],
    ],
    [
      'a text',
      'none\n',
      ['known.yaml:1:1: expected a list, or a map with the keys version, known'],
    ],
    ['invalid YAML', '[', ['known.yaml:1:2: Invalid YAML']],
  ])('rejects %s before a check runs', async (_, text, lines) => {
    const { exit, stdout, stderr } = await runWithBaseline(text);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual(
      lines.map((line): unknown => expect.stringContaining(line)),
    );
  });

  it('rejects a file that does not exist', async () => {
    const { exit, stderr } = await runConform(['http://a.test', '--baseline', 'no.yaml']);
    expect(exit).toBe(2);
    expect(stderr).toMatch(/^--baseline: cannot read no\.yaml: no such file.*\n$/);
  });
});
