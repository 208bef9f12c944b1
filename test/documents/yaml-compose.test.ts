import { readFileSync, readdirSync } from 'node:fs';
import { isCollection, isMap, isPair, isScalar, isSeq } from 'yaml';
import { describe, expect, it } from 'vitest';
import { composeYaml } from '../../src/documents/yaml-compose.ts';
import { packageFile } from '../../src/package-files.ts';
import { TimeSlices } from '../../src/ports/time-slices.ts';

/** What a text becomes: its nodes with their offsets, and the first problem of each line. */
async function outcome(text: string, piece: number) {
  const { contents, problems, lines, secondAt } = await composeYaml(text, new TimeSlices(), piece);
  const byLine = new Map<number, string>();
  for (const { code, pos } of problems.toSorted((one, other) => one.pos[0] - other.pos[0])) {
    const { line } = lines.linePos(pos[0]);
    if (!byLine.has(line)) byLine.set(line, code);
  }
  const told = [...byLine].toSorted(([one], [other]) => one - other);
  // Nodes are of use only where there is no problem.
  return { secondAt, problems: told, nodes: told.length === 0 ? plain(contents) : 'of no use' };
}

function plain(node: unknown): unknown {
  if (isPair(node)) return { key: plain(node.key), value: plain(node.value) };
  const offset = isCollection(node) || isScalar(node) ? node.range?.[0] : undefined;
  if (isMap(node) || isSeq(node)) return { offset, tag: node.tag, items: node.items.map(plain) };
  return isScalar(node) ? { offset, value: node.value } : String(node);
}

const ITEMS = Array.from({ length: 30 }, (_, at) => at);
const list = ITEMS.map((at) => `  - {key: u${at}, flags: [a, b]} # remark\n`).join('');

const texts: [string, string][] = [
  ['a list in a map', `name: x\nusers:\n${list}end: 1\n`],
  ['a list at the top', list.replaceAll(/^ {2}/gm, '')],
  ['a list below its key, not indented', `users:\n${list.replaceAll(/^ {2}/gm, '')}end: 1\n`],
  ['lists in lists', `- - - ${ITEMS.map((at) => `- ${at}`).join('\n      ')}\n- 1\n`],
  ['a list in brackets', `a: [${ITEMS.join(', ')}]\nb: 1\n`],
  ['a list in brackets over lines', `a: [\n${ITEMS.map((at) => ` ${at}, # r\n`).join('')}]\n`],
  ['a map in braces', `{${ITEMS.map((at) => `k${at}: {v: [${at}, ${at}]}`).join(', ')}}`],
  ['pairs in a list', `[${ITEMS.map((at) => `a${at}: [${ITEMS.join(',')}]`).join(', ')}]`],
  ['names without values in braces', `{${ITEMS.map((at) => `k${at}`).join(', ')}}`],
  ['texts of all kinds', ITEMS.map((at) => `k${at}: |\n  a\n  b\nl${at}: "x"\n`).join('')],
  ['keys with a question mark', ITEMS.map((at) => `? k${at}\n: [1,\n  2]\n`).join('')],
  ['anchors and tags', `a: &a !!seq\n${list}b: !!map {${ITEMS.map((at) => `k${at}: 1`).join()}}\n`],
  [
    'directives',
    `%YAML 1.2\n%TAG !e! tag:yaml.org,2002:\n---\n- !e!str 1\n${list.replaceAll(/^ {2}/gm, '')}`,
  ],
  ['two documents', `a:\n${list}---\nb: 1\n`],
  ['a document that ends', `a:\n${list}...\n# remark\n`],
  ['remarks alone', '# a\n\n# b\n'],
  ['nothing', ''],
  ['no comma', `a: [${ITEMS.join(', ')} [1, 2] {a: 1} ${ITEMS.join(', ')}]\n`],
  ['a comma too many', `a: [${ITEMS.join(', ')},, 1]\nb: [, 1]\n`],
  ['no colon', `${list.replaceAll(/^ {2}/gm, '')}- a: 1\n  b\n  c: 2\n`],
  ['a bad indent in a list', `a:\n${list}   - x\n${list}`],
  ['a bad indent in a map', ITEMS.map((at) => (at === 20 ? '  x: 1\n' : `k${at}: 1\n`)).join('')],
  ['maps in one line', ITEMS.map((at) => `k${at}: ${at === 25 ? 'a: b' : '1'}\n`).join('')],
  ['no end of brackets', `a: [${ITEMS.join(', ')}\nb: 1\n`],
  ['a bracket too many', `a: [${ITEMS.join(', ')}]]\nb: 1\n`],
  ['a tab', `a:\n${list}\t- x\n`],
  ['an unknown tag', `a:\n${list}  - !what 1\n`],
  ['something that no value begins with', `a:\n${list}  - @x\n`],
];

describe('a text that is composed piece by piece', () => {
  it.each(texts)('%s: becomes what it becomes in one go', async (_, text) => {
    const whole = await outcome(text, Infinity);
    for (const piece of [1, 2, 3, 7, 20, 100]) expect(await outcome(text, piece)).toEqual(whole);
  });

  it.each(readdirSync(packageFile('scenarios')))('so does %s', async (file) => {
    const text = readFileSync(packageFile(`scenarios/${file}`), 'utf8');
    const whole = await outcome(text, Infinity);
    expect(whole.problems).toEqual([]);
    for (const piece of [1, 5, 30]) expect(await outcome(text, piece)).toEqual(whole);
  });
});
