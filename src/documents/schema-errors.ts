import { Ajv2020, type DefinedError, type ValidateFunction } from 'ajv/dist/2020.js';
import dialectSchema from '../../openapi/schemas/dialect.schema.json' with { type: 'json' };
import scenarioSchema from '../../openapi/schemas/scenario.schema.json' with { type: 'json' };
import { formats } from '../contract/formats.ts';
import { durationProblem } from '../domain/duration.ts';
import { isJsonObject } from './json-object.ts';
import { fittingBranch } from './one-of.ts';
import { pathOutwards } from './pointer.ts';
import type { SchemaNode } from './schema-node.ts';

/** The schemas of documents; any part can be compiled separately. */
export const schemas = {
  dialect: withWholeReferences(dialectSchema),
  scenario: withWholeReferences(scenarioSchema),
} as const;

export type SchemaName = keyof typeof schemas;

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strictTypes: false,
  // A test validates our schemas against the meta-schema, which takes long to compile.
  validateSchema: false,
  // A command reads a document or two: to compile takes longer than to check them.
  code: { optimize: false },
  formats: { ...formats, duration: (text: string) => durationProblem(text) === undefined },
});
ajv.addVocabulary(['x-clause', 'x-observable', 'x-observed']);
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

/** Validators by the schema, or the part of one, that they were compiled from. */
const validators = new WeakMap<SchemaNode, ValidateFunction>();

/** The errors of a value against a schema or a part of one, in one go. Paths lead into the value. */
export function errorsAgainst(schema: SchemaNode, value: unknown): readonly DefinedError[] {
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    validators.set(schema, validate);
  }
  if (validate(value)) return [];
  // Ajv types the errors of the standard's keywords; our schemas have no others.
  const errors = (validate.errors ?? []) as DefinedError[];
  return errorsOfIntendedBranch(errors.filter(isOfNoContains));
}

/** If no item matches a `contains`, Ajv reports an error for every item as well. */
function isOfNoContains({ schemaPath }: DefinedError): boolean {
  return !schemaPath.includes('/contains/');
}

/**
 * If a value matches no branch of a `oneOf`, Ajv reports errors of every branch. This returns the errors of
 * the intended branch, or one that names the alternatives.
 */
function errorsOfIntendedBranch(errors: readonly DefinedError[]): readonly DefinedError[] {
  const choices = new Map<string, DefinedError>();
  for (const error of errors) if (error.keyword === 'oneOf') choices.set(error.instancePath, error);
  if (choices.size === 0) return errors;

  const others = errors.filter(
    ({ instancePath }) => !pathOutwards(instancePath).some((outer) => choices.has(outer)),
  );
  const made = [...choices.values()].flatMap((choice) => {
    const branches = choice.schema as readonly SchemaNode[];
    const fitting = fittingBranch(branches.map((branch) => errorsAgainst(branch, choice.data)));
    if (fitting === undefined) return [choice];
    const inside = choice.instancePath;
    return fitting.map((error) => ({ ...error, instancePath: inside + error.instancePath }));
  });
  return [...others, ...made];
}

/** Returns a schema with absolute references, so that each part can be compiled separately. */
function withWholeReferences<Schema extends { readonly $id: string }>(schema: Schema): Schema {
  const copyOf = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copyOf);
    if (!isJsonObject(node)) return node;
    const { $ref, ...rest } = node;
    const copy = Object.entries(rest).map(([name, inner]) => [name, copyOf(inner)]);
    const whole = typeof $ref === 'string' && $ref.startsWith('#') ? `${schema.$id}${$ref}` : $ref;
    return Object.fromEntries(whole === undefined ? copy : [['$ref', whole], ...copy]);
  };
  return copyOf(schema) as Schema;
}
