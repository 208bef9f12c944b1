/** Lists the MUST rules on request properties, and the violation that each rule forbids. */
import { requirements } from '../../src/contract/requirements.gen.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { createEffectiveContract } from '../../src/contract/effective.ts';
import type { OpenApiDocument, Operation, Schema } from '../../src/contract/openapi-document.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';

export interface RequestRule {
  readonly requirement: string;
  readonly operation: OperationId;
  readonly forbids: Forbidden;
}

export type Forbidden =
  /** A request that omits one or more fields. */
  | { readonly kind: 'missing' }
  /** A field value of a wrong type; also a text without the required form, or not in the list of values. */
  | { readonly kind: 'wrongType' | 'otherForm' | 'otherValue'; readonly property: string }
  /** Any code except the sent code (§4.5, §4.7). */
  | { readonly kind: 'otherCode' };

/** Suffixes of rule ids, after clause and property. */
const KINDS_BY_SUFFIX = {
  'wrong-type-refused': 'wrongType',
  'other-form-refused': 'otherForm',
  'other-values-refused': 'otherValue',
} as const;

/** Returns the rules on request properties that openapi/requirements.yaml contains with the level MUST. */
export function listRequestRules(): readonly RequestRule[] {
  const rules: RequestRule[] = [];
  for (const [operation, { clause, properties }] of listRequestShapes(defaultDialect)) {
    const add = (requirement: string, forbids: Forbidden) => {
      if (isBinding(requirement, operation)) rules.push({ requirement, operation, forbids });
    };
    add(`${clause}.request.missing-refused`, { kind: 'missing' });
    add(`${clause}.otp.wrong-refused`, { kind: 'otherCode' });
    for (const { clause: propertyClause, name: property } of properties) {
      if (propertyClause === null) continue;
      for (const [suffix, kind] of Object.entries(KINDS_BY_SUFFIX)) {
        add(`${propertyClause}.${property}.${suffix}`, { kind, property });
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

interface RequestProperty {
  readonly name: string;
  /** Clause of the interface; null for a property that only our contract has. */
  readonly clause: string | null;
  /** The values of the enum in the contract; null if any value is allowed. */
  readonly values: readonly unknown[] | null;
}

interface RequestShape {
  /** Clause of the operation, such as `4.1`. */
  readonly clause: string;
  readonly properties: readonly RequestProperty[];
}

export function listRequestShapes(dialect: Dialect): ReadonlyMap<OperationId, RequestShape> {
  const document = createEffectiveContract(dialect);
  return new Map(
    Object.values(document.paths).flatMap(({ post }) =>
      post === undefined
        ? []
        : [[post.operationId as OperationId, readShape(post, document)] as const],
    ),
  );
}

function readShape(operation: Operation, document: OpenApiDocument): RequestShape {
  const { properties = {} } = getBodySchema(operation, document);
  return {
    clause: operation['x-clause'] ?? '',
    properties: Object.entries(properties).map(([name, propertySchema]) => {
      const schema = resolveReference(propertySchema, document);
      return { name, clause: schema['x-clause'] ?? null, values: schema.enum ?? null };
    }),
  };
}

function getBodySchema({ requestBody }: Operation, document: OpenApiDocument): Schema {
  const content = requestBody !== undefined && 'content' in requestBody ? requestBody.content : {};
  return resolveReference(content['application/json']?.schema ?? {}, document);
}

/** Resolves a reference; properties next to `$ref` take precedence. */
function resolveReference(
  { $ref, ...properties }: Schema,
  { components }: OpenApiDocument,
): Schema {
  const name = $ref?.slice($ref.lastIndexOf('/') + 1);
  return name === undefined ? properties : { ...components.schemas[name], ...properties };
}
