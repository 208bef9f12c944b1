/** The requirement ids of openapi/api.yaml, compared with openapi/requirements.yaml. */
import { describe, expect, it } from 'vitest';
import {
  causeRequirements,
  fieldRequirements,
  operationRequirements,
} from '../../src/contract/requirement-ids.gen.ts';
import { requirements } from '../../src/contract/requirements.gen.ts';
import { getClientRule, findRuleBrokenByAcceptance } from '../../src/judge/refusal-requirement.ts';

const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));

const ofFields = Object.values(fieldRequirements).flatMap((fields) =>
  Object.values(fields).flatMap((ids) => Object.values(ids)),
);
const ofOperations = Object.entries(operationRequirements).map(
  ([operation, { refused, ...ids }]) =>
    [operation, [...Object.values(ids), ...Object.values(refused)]] as const,
);
const ids = new Set([
  ...ofFields,
  ...Object.values(causeRequirements),
  ...ofOperations.flatMap(([, ofOperation]) => ofOperation),
]);
const forClients = [...ids].map(getClientRule);

describe('the requirement ids of api.yaml', () => {
  it.each([...ids])('%s is in requirements.yaml', (id) => {
    expect(byId.has(id)).toBe(true);
  });

  it.each(ofOperations)('of %s belong to rules of that operation', (operation, ofOperation) => {
    for (const id of ofOperation) expect(byId.get(id)?.operations).toContain(operation);
  });

  it('concern only what a client sends, never what a deployment has to reject', () => {
    expect(
      forClients.filter((id) => /missing-refused|(?:type|form|values)-refused/.test(id)),
    ).toEqual([]);
  });

  it('require a rejection of a deployment only where a MUST does', () => {
    const refused = forClients.flatMap((id) => findRuleBrokenByAcceptance(id) ?? []);
    for (const id of refused) expect(byId.get(id)?.level).toBe('MUST');
    expect(refused).toContain('4.1.request.missing-refused');
  });
});
