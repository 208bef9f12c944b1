/** Lists the MUST rules on request properties, and the violations that each forbids. */
import { requirements } from '../../src/contract/requirements.gen.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { listRequestShapes } from './request-properties.ts';

export interface BindingRule {
  readonly requirement: string;
  readonly operation: OperationId;
  readonly forbids: Forbidden;
}

export type Forbidden =
  /** A request that omits one of the listed fields. */
  | { readonly kind: 'missing' }
  /** A field value of a wrong type, or a value that the rule forbids. */
  | { readonly kind: 'wrongType' | 'otherForm' | 'otherValue'; readonly property: string }
  /** Any code except the sent code (§4.5, §4.7). */
  | { readonly kind: 'otherCode' };

/** Suffixes of rule ids, after clause and property. */
const KINDS_BY_SUFFIX = {
  'wrong-type-refused': 'wrongType',
  'other-form-refused': 'otherForm',
  'other-values-refused': 'otherValue',
} as const;

/** Returns the MUST rules on request properties; patterns that only our contract has are no rules. */
export function listBindingRules(): readonly BindingRule[] {
  const rules: BindingRule[] = [];
  for (const [operation, { clause, properties }] of listRequestShapes(defaultDialect)) {
    const add = (requirement: string, forbids: Forbidden) => {
      if (isBinding(requirement, operation)) rules.push({ requirement, operation, forbids });
    };
    add(`${clause}.request.missing-refused`, { kind: 'missing' });
    add(`${clause}.otp.wrong-refused`, { kind: 'otherCode' });
    for (const property of properties) {
      for (const [suffix, kind] of Object.entries(KINDS_BY_SUFFIX)) {
        const requirement = `${property.clause}.${property.name}.${suffix}`;
        add(requirement, { kind, property: property.name });
      }
    }
  }
  return rules;
}

function isBinding(id: string, operation: OperationId): boolean {
  return requirements.some(
    (rule) => rule.id === id && rule.level === 'MUST' && rule.operations.includes(operation),
  );
}
