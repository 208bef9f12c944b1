/** The data that traffic is judged by, held against openapi/requirements.yaml. */
import { describe, expect, it } from 'vitest';
import { requirements } from '../../src/contract/requirements.gen.ts';
import {
  ANSWER_FIELDS,
  ANSWER_RULES,
  OPERATION_RULES,
  ruleForClients,
  ruleOfAcceptance,
} from '../../src/proxy/operation-rules.ts';
import { brokenRuleIds } from '../../src/traffic/broken-rules/refusal-rules.ts';

const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));

const fields = Object.values(ANSWER_FIELDS).flatMap((rules) => Object.values(rules));
const forClients = brokenRuleIds.map(ruleForClients);

describe('the rules of traffic', () => {
  it.each([...new Set([...fields, ...Object.values(ANSWER_RULES), ...forClients])])(
    '%s is one of the interface',
    (id) => {
      expect(byId.has(id)).toBe(true);
    },
  );

  it.each(Object.entries(OPERATION_RULES))('those of %s bind it', (operation, rules) => {
    for (const id of Object.values(rules)) {
      if (id !== undefined) expect(byId.get(id)?.operations).toContain(operation);
    }
  });

  it('blame a client for what it sends, never for what a deployment has to refuse', () => {
    const blamed = forClients.filter((id) => /missing-refused|wrong-type-refused/.test(id));
    expect(blamed).toEqual(['5.1.credentials.missing-refused']);
  });

  it('blame a deployment only for taking what a MUST has it refuse', () => {
    const refused = forClients.flatMap((id) => ruleOfAcceptance(id) ?? []);
    for (const id of refused) expect(byId.get(id)?.level).toBe('MUST');
    expect(refused).toContain('4.1.request.missing-refused');
  });
});
