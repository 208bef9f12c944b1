/** Which properties of a request are bound by a MUST of the interface, and what each forbids. */
import { requirements } from '../../src/contract/requirements.gen.ts';
import type { OperationId } from '../../src/contract/words.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { requestShapes } from './request-properties.ts';

export interface BindingRule {
  /** Id of the MUST. */
  readonly requirement: string;
  readonly operation: OperationId;
  readonly forbids: Forbidden;
}

export type Forbidden =
  /** A request without one of the listed fields. */
  | { readonly kind: 'missing' }
  /** A value in a field that is no text, or none that the rule has. */
  | { readonly kind: 'wrongType' | 'otherForm' | 'otherValue'; readonly property: string }
  /** Anything but the code that was sent (§4.5, §4.7). */
  | { readonly kind: 'otherCode' };

/** Names of rules, behind the clause and the name of a property. */
const RULES_OF_PROPERTIES = {
  'wrong-type-refused': 'wrongType',
  'other-form-refused': 'otherForm',
  'other-values-refused': 'otherValue',
} as const;

/**
 * A rule for each clause that the contract cites and the list of requirements has a MUST for. What
 * is only ours, such as a pattern of the contract, has none and binds nobody.
 */
export function bindingRules(): readonly BindingRule[] {
  const rules: BindingRule[] = [];
  for (const [operation, { clause, properties }] of requestShapes(defaultDialect)) {
    const add = (requirement: string, forbids: Forbidden) => {
      if (binds(requirement, operation)) rules.push({ requirement, operation, forbids });
    };
    add(`${clause}.request.missing-refused`, { kind: 'missing' });
    add(`${clause}.otp.wrong-refused`, { kind: 'otherCode' });
    for (const property of properties) {
      for (const [ending, kind] of Object.entries(RULES_OF_PROPERTIES)) {
        const requirement = `${property.clause}.${property.name}.${ending}`;
        add(requirement, { kind, property: property.name });
      }
    }
  }
  return rules;
}

function binds(id: string, operation: OperationId): boolean {
  return requirements.some(
    (rule) => rule.id === id && rule.level === 'MUST' && rule.operations.includes(operation),
  );
}
