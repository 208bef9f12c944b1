/** The requirement ids of openapi/api.yaml, compared with openapi/requirements.yaml. */
import { describe, expect, it } from 'vitest';
import {
  causeRequirements,
  fieldRequirements,
  operationRequirements,
} from '../../src/contract/requirement-ids.gen.ts';
import { requirements } from '../../src/contract/requirements.gen.ts';
import {
  getClientRequirement,
  findViolatedByAcceptance,
} from '../../src/judge/refusal-requirement.ts';

const requirementsById = new Map(requirements.map((requirement) => [requirement.id, requirement]));

const fieldIds = Object.values(fieldRequirements).flatMap((fields) =>
  Object.values(fields).flatMap((ids) => Object.values(ids)),
);
const idsByOperation = Object.entries(operationRequirements).map(
  ([operation, { refused: refusalIds, ...otherIds }]) =>
    [operation, [...Object.values(otherIds), ...Object.values(refusalIds)]] as const,
);
const ids = new Set([
  ...fieldIds,
  ...Object.values(causeRequirements),
  ...idsByOperation.flatMap(([, idsOfOperation]) => idsOfOperation),
]);
/** The ids; a requirement to refuse a request is replaced by the requirement that this request violates. */
const clientRequirements = [...ids].map(getClientRequirement);

describe('the requirement ids of api.yaml', () => {
  it.each([...ids])('%s is in requirements.yaml', (id) => {
    expect(requirementsById.has(id)).toBe(true);
  });

  it.each(idsByOperation)(
    'of %s belong to requirements of that operation',
    (operation, idsOfOperation) => {
      for (const id of idsOfOperation)
        expect(requirementsById.get(id)?.operations).toContain(operation);
    },
  );

  it('that getClientRequirement returns describe the request, not its refusal', () => {
    expect(
      clientRequirements.filter((id) => /missing-refused|(?:type|form|values)-refused/.test(id)),
    ).toEqual([]);
  });

  it('that findViolatedByAcceptance returns have the level MUST', () => {
    const refusalIds = clientRequirements.flatMap((id) => findViolatedByAcceptance(id) ?? []);
    for (const id of refusalIds) expect(requirementsById.get(id)?.level).toBe('MUST');
    expect(refusalIds).toContain('4.1.request.missing-refused');
  });
});
