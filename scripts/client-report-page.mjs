import { readFileSync } from 'node:fs';
import { clientRulesIn } from './client-rule-list.mjs';

const START = '<!-- rules -->';
const END = '<!-- end of rules -->';

/**
 * The tables of docs/client-report.md: the rules, and the parts of the coverage.
 *
 * @param {URL} rules openapi/client-rules.yaml
 * @param {URL} schema openapi/schemas/client-report.schema.json
 * @param {URL} page as it is now: what stands around the tables is kept
 */
export function clientReportPage(rules, schema, page) {
  const text = readFileSync(page, 'utf8').replace(/^<!-- Generated[^]*?-->\n+/, '');
  const before = text.slice(0, text.indexOf(START) + START.length);
  const after = text.slice(text.indexOf(END));
  return [before, ruleTable(clientRulesIn(rules)), coverageTable(schema), after].join('\n\n');
}

function ruleTable(/** @type {import('./client-rule-list.mjs').ClientRule[]} */ rules) {
  return [
    '## Rules',
    '',
    '| rule | clause | what the client did | why it matters | how to mend it |',
    '|---|---|---|---|---|',
    ...rules.map(
      ({ id, clause, title, why, mend }) =>
        `| \`${id}\` | §${clause} | ${cell(title)} | ${cell(why)} | ${cell(mend)} |`,
    ),
  ].join('\n');
}

function coverageTable(/** @type {URL} */ schema) {
  const { properties } = JSON.parse(readFileSync(schema, 'utf8')).$defs.coverage;
  const rows = Object.entries(properties).flatMap(([name, part]) =>
    part['x-clause'] === undefined
      ? []
      : [`| \`${name}\` | §${part['x-clause']} | ${cell(part.description)} |`],
  );
  return ['## Coverage', '', '| part | clause | what counts |', '|---|---|---|', ...rows].join(
    '\n',
  );
}

function cell(/** @type {string} */ text) {
  return text.replaceAll('|', '\\|').replaceAll('*', '\\*');
}
