import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badCode, badImports, goodFiles } from './rule-violations.ts';

/** In milliseconds. A linter needs about two seconds, but longer on a busy machine. */
const timeout = 60_000;

let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'lint-rules-')));
  const configuration = ['.oxlintrc.json', '.dependency-cruiser.mjs', 'tsconfig.json', 'scripts'];
  for (const path of configuration) await cp(path, join(folder, path), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  for (const { file, text } of [...badCode, ...badImports]) await writeSource(file, text);
  for (const [file, text] of Object.entries(goodFiles)) await writeSource(file, text);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('oxlint', () => {
  let findings: { code: string; filename: string }[];
  beforeAll(async () => {
    const report = await runLinter('oxlint/bin/oxlint', '--format=json', 'src', 'conformance');
    findings = (report as { diagnostics: typeof findings }).diagnostics;
  }, timeout);

  it.each(badCode)('$rule rejects $file', ({ rule, file }) => {
    const found = findings.filter((finding) => finding.filename === file);
    expect(found.map((finding) => finding.code)).toContain(rule);
  });

  it.each(Object.keys(goodFiles))('allows %s', (file) => {
    expect(findings.filter((finding) => finding.filename === file)).toEqual([]);
  });
});

describe('dependency-cruiser', () => {
  let findings: { from: string; rule: { name: string } }[];
  beforeAll(async () => {
    const report = await runLinter(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      '--output-type=json',
      ...['src', 'conformance', 'test'],
    );
    findings = (report as { summary: { violations: typeof findings } }).summary.violations;
  }, timeout);

  it.each(badImports)('$rule rejects $file', ({ rule, file }) => {
    const found = findings.filter((finding) => finding.from === file);
    expect(found.map((finding) => finding.rule.name)).toContain(rule);
  });

  it.each(Object.keys(goodFiles))('allows %s', (file) => {
    const found = findings.filter((finding) => finding.from === file);
    // Some bad imports form a cycle with a good file.
    expect(found.filter((finding) => finding.rule.name !== 'no-cycles')).toEqual([]);
  });

  it('has a test case for each rule', async () => {
    const { default: configuration } = await import('../../.dependency-cruiser.mjs');
    const rules = configuration.forbidden?.map((rule) => rule.name);
    expect(rules?.sort()).toEqual([...new Set(badImports.map(({ rule }) => rule))].sort());
  });
});

async function writeSource(file: string, text: string): Promise<void> {
  await mkdir(join(folder, dirname(file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

/** Runs a linter in the folder and returns its report. Ignores the exit code, since the folder has violations. */
async function runLinter(script: string, ...options: string[]): Promise<unknown> {
  const command = [join(folder, 'node_modules', script), ...options];
  const run = promisify(execFile)(process.execPath, command, {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { stdout } = await run.catch((failure: { stdout: string }) => failure);
  return JSON.parse(stdout);
}
