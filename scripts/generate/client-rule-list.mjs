import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const FACTS = ['id', 'clause', 'title', 'why', 'fix'];

/** @typedef {{ id: string, clause: string, title: string, why: string, fix: string }} ClientRule */

/**
 * The rules of openapi/client-rules.yaml.
 *
 * @param {URL} file
 * @returns {ClientRule[]}
 */
export function clientRulesIn(file) {
  const { rules } = parse(readFileSync(file, 'utf8'));
  for (const rule of rules) {
    if (JSON.stringify(Object.keys(rule)) !== JSON.stringify(FACTS)) {
      throw new Error(
        `${file.href}: a rule has ${FACTS.join(', ')}, not ${Object.keys(rule).join(', ')}`,
      );
    }
  }
  return rules;
}

/** The rules as a constant whose ids are a type. */
export function clientRuleList(/** @type {URL} */ file) {
  return `/** What is known of each rule but how it is found broken. */
    export const clientRules = ${JSON.stringify(clientRulesIn(file))} as const;

    export type ClientRuleId = (typeof clientRules)[number]['id'];
  `;
}
