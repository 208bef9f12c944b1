/**
 * Looks for regular expressions that a text can keep busy for ever (ReDoS): every literal and every
 * constant `new RegExp` of the code, and every `pattern` of the contracts. Part of `npm run lint`.
 *
 *   node scripts/regular-expressions.mjs              src, conformance, openapi
 *   node scripts/regular-expressions.mjs --write      the same, and keeps what is sound as judged
 *   node scripts/regular-expressions.mjs FILE...      these files
 *
 * Exits 1 with file:line of each that is vulnerable, or is put together at run time, unless it is known
 * below why that does no harm. What takes exponential time has no excuse.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';

// The build that needs neither Java nor a binary: it tells the same everywhere.
process.env['RECHECK_BACKEND'] = 'pure';
const { check } = await import('recheck');

process.chdir(fileURLToPath(new URL('../', import.meta.url)));

/** @typedef {{ source: string, flags: string, at: string }} Found */

/** Put together at run time, of parts that are constant or escaped: read them again when they change. */
const BUILT = new Map([
  ['src/config/misfits.ts', 'patterns of openapi/schemas, which are looked at there'],
  ['src/reporting/words/curl-line.ts', 'names of variables, one of which is found'],
  ['conformance/hostile-input/refused-calls.ts', 'a text, escaped'],
  ['conformance/hostile-input/given-away.ts', 'a text, escaped'],
]);

/** Take polynomial time for a long text, and never get one. */
const SHORT_TEXTS = new Map([
  ['src/judge/stack-trace.ts', '50,000 characters, and each part is bounded'],
  ['src/console/editor/yaml-place.ts', '500 characters'],
  ['src/console/parts/json-view.tsx', 'JSON that was just written: its quotes are closed'],
]);

/** Those that were judged before, or are excused, by hash, so that each is judged once: it takes a second, some of them ten. */
const SOUND = 'scripts/sound-expressions.json';
/** Milliseconds for one; what takes longer is told by trying. */
const PATIENCE = 20_000;

/** @type {string[]} */
const complaints = [];
const writes = process.argv.includes('--write');
const given = process.argv.slice(2).filter((word) => word !== '--write');
const files = given.length > 0 ? given : await filesBelow('src', 'conformance', 'openapi');
const found = (await Promise.all(files.map(expressionsIn))).flat();
await judge(found);
for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
process.stdout.write(
  `${found.length} regular expressions in ${files.length} files, ${complaints.length} complaints\n`,
);
process.exitCode = complaints.length > 0 ? 1 : 0;

/** @param {string[]} folders */
async function filesBelow(...folders) {
  const listed = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  );
  return listed
    .flat()
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .filter((path) => /\.(tsx?|mjs|ya?ml|json)$/.test(path) && !path.endsWith('.gen.ts'))
    .toSorted();
}

/** @param {string} path @returns {Promise<Found[]>} */
async function expressionsIn(path) {
  const text = await readFile(path, 'utf8');
  return /\.(ya?ml|json)$/.test(path) ? patternsIn(path, text) : literalsIn(path, text);
}

/** Patterns of schemas are run with the flag u. @param {string} path @param {string} text */
function patternsIn(path, text) {
  /** @type {Found[]} */
  const patterns = [];
  const lines = new LineCounter();
  const add = (/** @type {unknown} */ node) => {
    if (!isScalar(node) || typeof node.value !== 'string') return;
    const { line } = lines.linePos(node.range?.[0] ?? 0);
    patterns.push({ source: node.value, flags: 'u', at: `${path}:${line}` });
  };
  visit(parseDocument(text, { lineCounter: lines }), {
    Pair(_, { key, value }) {
      if (!isScalar(key)) return;
      if (key.value === 'pattern') add(value);
      if (key.value === 'patternProperties' && isMap(value)) {
        for (const { key: pattern } of value.items) add(pattern);
      }
    },
  });
  return patterns;
}

/** @param {string} path @param {string} text */
function literalsIn(path, text) {
  /** @type {Found[]} */
  const literals = [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const placeOf = (/** @type {ts.Node} */ node) =>
    `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const look = (/** @type {ts.Node} */ node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      literals.push({
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
        at: placeOf(node),
      });
    } else if (isRegExpCall(node)) {
      const [source, flags] = [...(node.arguments ?? [])].map(constantText);
      if (source !== undefined) literals.push({ source, flags: flags ?? '', at: placeOf(node) });
      else if (!BUILT.has(path)) {
        complaints.push(
          `${placeOf(node)}: a regular expression that is put together at run time: see BUILT in scripts/regular-expressions.mjs`,
        );
      }
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return literals;
}

/** @param {ts.Node} node @returns {node is ts.NewExpression | ts.CallExpression} */
function isRegExpCall(node) {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'RegExp'
  );
}

/** @param {ts.Node} node */
function constantText(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  const isRaw =
    ts.isTaggedTemplateExpression(node) &&
    node.tag.getText() === 'String.raw' &&
    ts.isNoSubstitutionTemplateLiteral(node.template);
  return isRaw ? node.template.rawText : undefined;
}

/** @param {Found[]} expressions */
async function judge(expressions) {
  const known = new Set(JSON.parse(await readFile(SOUND, 'utf8')));
  /** @type {Set<string>} */
  const sound = new Set();
  /** @type {Map<string, string>} */
  const verdicts = new Map();
  for (const { source, flags, at } of expressions) {
    const name = createHash('sha256').update(`${flags}/${source}`).digest('hex').slice(0, 16);
    const verdict = known.has(name)
      ? 'safe'
      : (verdicts.get(name) ?? (await verdictOn(source, flags)));
    verdicts.set(name, verdict);
    const isExcused = SHORT_TEXTS.has(at.replace(/:\d+$/, '')) && verdict.includes('polynomial');
    if (verdict === 'safe' || isExcused) sound.add(name);
    else complaints.push(`${at}: /${source}/${flags} ${verdict}`);
  }
  if (!writes) return;
  await writeFile(SOUND, `${JSON.stringify([...sound].toSorted(), null, 2)}\n`);
}

/** @param {string} source @param {string} flags */
async function verdictOn(source, flags) {
  // Neither changes how long it takes, and the checker knows no newer flags.
  const plain = flags.replaceAll(/[dv]/g, '');
  const verdict = await check(source, plain, {
    timeout: PATIENCE,
    randomSeed: 1,
  });
  if (verdict.status === 'safe') return 'safe';
  if (verdict.status === 'unknown') return `could not be judged: ${verdict.error.kind}`;
  return `takes ${verdict.complexity.summary} time, with ${verdict.attack.pattern}`;
}
