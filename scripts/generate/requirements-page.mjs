import { loadSources } from '../reference/source-modules.mjs';

/**
 * @typedef {object} Requirement
 * @property {string} id
 * @property {string} clause
 * @property {'MUST' | 'SHOULD' | 'OPEN'} level
 * @property {string} text
 * @property {string[]} [dialectKeys]
 * @property {string} [outOfScope]
 *
 * @typedef {object} Check
 * @property {string} id
 * @property {string} requirement
 * @property {string} title
 *
 * @typedef {object} Mutant
 * @property {string} name
 * @property {string} requirement
 */

/**
 * The page docs/internals/requirements.md: each rule of the interface with its checks, and the
 * broken deployments that prove them.
 *
 * @returns {Promise<string>} Markdown
 * @throws if a MUST or a SHOULD has no check
 */
export async function requirementsPage() {
  const { requirements, checks, mutants } = await loaded();
  const unchecked = requirements.filter(
    ({ id, level }) => level !== 'OPEN' && !checks.some(({ requirement }) => requirement === id),
  );
  if (unchecked.length > 0) {
    throw new Error(`no check looks at ${unchecked.map(({ id }) => id).join(', ')}`);
  }
  const clauses = [...new Set(requirements.map(({ clause }) => clause.split('.')[0] ?? ''))];
  return [
    '# From rules to checks',
    introduction(requirements, checks, mutants),
    ...clauses.map((clause) => section(clause, requirements, checks, mutants)),
  ].join('\n\n');
}

function introduction(
  /** @type {readonly Requirement[]} */ requirements,
  /** @type {readonly Check[]} */ checks,
  /** @type {readonly Mutant[]} */ mutants,
) {
  const open = requirements.filter(({ level }) => level === 'OPEN').length;
  return `The interface has ${requirements.length} rules. ${requirements.length - open} are stated, and each of them has a check at least, ${checks.length} in
all; the other ${open} are open, and are decided by keys of the dialect where they have one. Beside each rule stand
the broken deployments that its checks have to find, ${mutants.length} in all; how many they do find is in
[conformance-mutation.md](conformance-mutation.md).`;
}

function section(
  /** @type {string} */ clause,
  /** @type {readonly Requirement[]} */ requirements,
  /** @type {readonly Check[]} */ checks,
  /** @type {readonly Mutant[]} */ mutants,
) {
  const rules = requirements.filter((rule) => rule.clause.split('.')[0] === clause);
  return [`## §${clause}`, ...rules.map((rule) => entry(rule, checks, mutants))].join('\n\n');
}

function entry(
  /** @type {Requirement} */ rule,
  /** @type {readonly Check[]} */ checks,
  /** @type {readonly Mutant[]} */ mutants,
) {
  const { id, level, text } = rule;
  const looking = checks.filter(({ requirement }) => requirement === id);
  const broken = mutants.filter(({ requirement }) => requirement === id);
  return [
    `### \`${id}\` (${level})`,
    '',
    text,
    '',
    ...[...byTitle(looking)].map(
      ([title, ids]) => `- ${ids.map((name) => `\`${name}\``).join(', ')}: ${plain(title)}.`,
    ),
    ...(looking.length === 0 || rule.dialectKeys !== undefined ? [`- ${decidedBy(rule)}`] : []),
    ...(broken.length > 0
      ? [`- Has to be found: ${broken.map(({ name }) => plain(name)).join('; ')}.`]
      : []),
  ].join('\n');
}

/** The same check of several operations is listed once; of others, only what differs. */
function byTitle(/** @type {readonly Check[]} */ checks) {
  /** @type {Map<string, string[]>} */
  const titles = new Map();
  for (const { id, requirement, title } of checks) {
    const before = titles.get(title) ?? [];
    titles.set(title, [...before, before.length === 0 ? id : id.slice(requirement.length)]);
  }
  return titles;
}

/** How an open point is settled, or why it is not. */
function decidedBy(/** @type {Requirement} */ { dialectKeys, outOfScope = '' }) {
  return dialectKeys === undefined
    ? outOfScope
    : `Discovery decides ${dialectKeys.map((key) => `\`${key}\``).join(', ')}.`;
}

/** Without what Markdown would take for its own. */
function plain(/** @type {string} */ text) {
  return text.replaceAll('<', '&lt;').replaceAll('*', '\\*');
}

/**
 * The checks and the mutants, as they are defined now.
 *
 * @returns {Promise<{ requirements: Requirement[], checks: Check[], mutants: Mutant[] }>}
 */
function loaded() {
  return loadSources(`
    import { checkId } from './conformance/define-check.ts';
    import { sections } from './conformance/sections/index.ts';
    export { requirements } from './src/contract/requirements.gen.ts';
    export { operators as mutants } from './test/mutants/operators/index.ts';
    export const checks = sections.flatMap((section) => section.checks)
      .map((check) => ({ id: checkId(check), requirement: check.requirement, title: check.title }));`);
}
