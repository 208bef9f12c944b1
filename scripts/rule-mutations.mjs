/**
 * Breaks each rule of §3 and §7 in src/domain, one at a time, in a copy of the tree, runs the tests
 * of the rules until one fails, and writes docs/rule-mutations.md.
 *
 *   node scripts/rule-mutations.mjs        takes some minutes
 *   node scripts/rule-mutations.mjs 7.4    only rules whose id starts so; writes nothing
 *
 * Exits 1 when a mutation survives, or when a rule has no mutation.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { parse as parseYaml } from 'yaml';
import { ruleMutations } from './rule-mutation-list.mjs';

/** @typedef {import('./rule-mutation-list.mjs').RuleMutation} RuleMutation */

/**
 * @typedef {object} Rule an entry of openapi/requirements.yaml
 * @property {string} id
 * @property {string} clause
 * @property {'MUST' | 'SHOULD' | 'OPEN'} level
 * @property {string} text
 */

const root = fileURLToPath(new URL('../', import.meta.url));
const page = join(root, 'docs/rule-mutations.md');
const LEFT_BEHIND = new Set(['node_modules', 'dist', 'bench', '.git']);

const rules = await rulesOf('3', '7');
const [prefix = ''] = process.argv.slice(2);
const mutations = ruleMutations.filter(({ rule }) => rule.startsWith(prefix));
if (mutations.length === 0) {
  console.error(`No rule begins with ${prefix}; the ids are those of openapi/requirements.yaml.`);
  process.exit(2);
}
refuseUnknownRules();

const copy = await copyOfTree();
try {
  const broken = await firstFailure();
  if (broken !== undefined) throw new Error(`Without a mutation, a test fails: ${broken}`);

  const results = [];
  for (const mutation of mutations) {
    const caughtBy = await withMutation(mutation, firstFailure);
    console.log(`${caughtBy === undefined ? 'SURVIVED' : 'caught  '}  ${mutation.breaks}`);
    results.push({ mutation, caughtBy });
  }
  if (prefix === '') await writePage(results);

  const survived = results.filter(({ caughtBy }) => caughtBy === undefined);
  const untouched = prefix === '' ? untouchedRules() : [];
  for (const { id } of untouched) console.error(`No mutation breaks ${id}.`);
  console.log(`${results.length - survived.length} of ${results.length} mutations are caught.`);
  if (survived.length + untouched.length > 0) process.exitCode = 1;
} finally {
  await rm(copy, { recursive: true, force: true });
}

/** The rules of some sections, by id. */
async function rulesOf(/** @type {string[]} */ ...sections) {
  const document = await readFile(join(root, 'openapi/requirements.yaml'), 'utf8');
  /** @type {{ requirements: Rule[] }} */
  const { requirements } = parseYaml(document);
  const chosen = requirements.filter(({ clause }) => sections.includes(clause.split('.')[0] ?? ''));
  return new Map(chosen.map((rule) => [rule.id, rule]));
}

function refuseUnknownRules() {
  const unknown = ruleMutations.filter(({ rule }) => !rules.has(rule));
  if (unknown.length === 0) return;
  throw new Error(`No rule of §3 or §7: ${unknown.map(({ rule }) => rule).join(', ')}`);
}

/** What is stated, and yet no mutation breaks. A rule that is open settles nothing. */
function untouchedRules() {
  const touched = new Set(ruleMutations.map(({ rule }) => rule));
  return [...rules.values()].filter(({ id, level }) => level !== 'OPEN' && !touched.has(id));
}

async function copyOfTree() {
  const folder = await mkdtemp(join(tmpdir(), 'flagbearer-rules-'));
  await cp(root, folder, {
    recursive: true,
    filter: (source) => !LEFT_BEHIND.has(basename(source)),
  });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/**
 * Runs `act` while a rule is broken.
 *
 * @template Result
 * @param {RuleMutation} mutation
 * @param {() => Promise<Result>} act
 */
async function withMutation({ file, from, to }, act) {
  const path = join(copy, 'src/domain', file);
  const sound = await readFile(path, 'utf8');
  const parts = sound.split(from);
  if (parts.length !== 2) throw new Error(`Not once in src/domain/${file}: ${from}`);
  await writeFile(path, parts.join(to));
  try {
    return await act();
  } finally {
    await writeFile(path, sound);
  }
}

/** Runs the tests in the copy. @returns the name of the first that fails, if one does */
async function firstFailure() {
  const report = join(copy, 'report.json');
  await rm(report, { force: true });
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['--config=scripts/rule-mutations.vitest.mjs', '--bail=1', '--reporter=json'];
  const run = spawn(process.execPath, [vitest, 'run', ...options, `--outputFile=${report}`], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [complaints, [status]] = await Promise.all([text(run.stderr), once(run, 'exit')]);
  if (status === 0) return undefined;

  const { testResults } = JSON.parse(
    await readFile(report, 'utf8').catch(() => {
      throw new Error(`The tests did not run:\n${complaints}`);
    }),
  );
  for (const { name, message, assertionResults } of testResults) {
    const file = relative(copy, name);
    for (const { fullName, status: outcome } of assertionResults) {
      if (outcome === 'failed') return `${file}: ${fullName}`;
    }
    if (message !== '') return `${file}: ${message}`;
  }
  throw new Error(`The tests failed, and none of them says so:\n${complaints}`);
}

/** @param {{ mutation: RuleMutation, caughtBy: string | undefined }[]} results */
async function writePage(results) {
  const rows = results.map(({ mutation: { rule, breaks, file }, caughtBy }) => {
    const { clause = '', text: stated = '' } = rules.get(rule) ?? {};
    return [`§${clause}`, stated, `${breaks} (${file})`, caughtBy ?? '**none**'];
  });
  const caught = results.filter(({ caughtBy }) => caughtBy !== undefined).length;
  const document = `<!-- Generated by \`npm run mutation:rules\`: not written by hand. -->

# Rules, mutations, tests

Each row breaks one rule of §3 or §7 in \`src/domain\`, alone, and names the first test that fails for
it, in the order of their paths. ${caught} of ${results.length} are caught.

| clause | rule | mutation | first test that caught it |
|---|---|---|---|
${rows.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')}
`;
  const style = await resolveConfig(page);
  await writeFile(page, await format(document, { ...style, parser: 'markdown' }));
}

function cell(/** @type {string} */ words) {
  return words.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;');
}
