import { check, section } from '../define-check.ts';
import { listRequestRules } from '../schema-cases/request-rules.ts';
import { findViolation } from '../schema-cases/find-violation.ts';

const TITLES = {
  missing: 'rejects requests without a field that the interface requires',
  wrongType: 'rejects values of the wrong JSON type',
  otherForm: 'rejects values of another type or format',
  otherValue: 'rejects values that the interface does not allow for a field',
  otherCode: 'rejects values other than the code that was sent',
} as const;

/** Checks that requests that violate one rule are rejected. Reports the smallest accepted request. */
export const schemaCases = section(
  '4',
  'Requests that violate the contract',
  listRequestRules().map((rule) =>
    check({
      requirement: rule.requirement,
      operation: rule.operation,
      part: `schema-${rule.operation}`,
      title: TITLES[rule.forbids.kind],
      phase: 'additional',
      run: (t) => findViolation(t, rule),
    }),
  ),
);
