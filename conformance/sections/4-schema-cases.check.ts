import { check, section } from '../define-check.ts';
import { bindingRules } from '../schema-cases/binding-rules.ts';
import { lookForBreach } from '../schema-cases/look-for-breach.ts';

const TITLES = {
  missing: 'a request without a listed field is refused, whichever is missing',
  wrongType: 'a value of another type is refused, whatever it is',
  otherForm: 'a value of another type or form is refused, whatever it is',
  otherValue: 'a value outside the list is refused, whatever it is',
  otherCode: 'whatever is not the code that was sent is refused',
} as const;

/** Requests that the effective contract and the rules forbid; a breach is made as small as it goes. */
export const schemaCases = section(
  '4',
  'Requests against the contract',
  bindingRules().map((rule) =>
    check(
      {
        requirement: rule.requirement,
        operation: rule.operation,
        part: `schema-${rule.operation}`,
        title: TITLES[rule.forbids.kind],
      },
      (t) => lookForBreach(t, rule),
    ),
  ),
);
