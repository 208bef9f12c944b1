import { Ajv2020, type DefinedError, type ValidateFunction } from 'ajv/dist/2020.js';
import dialectSchema from '../../openapi/schemas/dialect.schema.json' with { type: 'json' };
import reproSchema from '../../openapi/schemas/repro.schema.json' with { type: 'json' };
import scenarioSchema from '../../openapi/schemas/scenario.schema.json' with { type: 'json' };
import { formats } from '../contract/formats.ts';
import { durationProblem } from '../domain/duration.ts';
import type { Finding } from './finding.ts';
import { fittingBranch } from './one-of.ts';
import { inPlainWords } from './plain-words.ts';
import { pathOutwards } from './pointer.ts';
import type { SchemaNode } from './schema-node.ts';

const schemas = { dialect: dialectSchema, scenario: scenarioSchema, repro: reproSchema } as const;

/** What stands for each schema as a whole; the same object every time, so that it compiles once. */
const roots = {
  dialect: { $ref: dialectSchema.$id },
  scenario: { $ref: scenarioSchema.$id },
  repro: { $ref: reproSchema.$id },
} as const;

export type SchemaName = keyof typeof schemas;

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strictTypes: false,
  // The schemas are files of ours, which a test holds to the meta-schema: it takes long to compile.
  validateSchema: false,
  // A command reads a document or two: to compile takes longer than to check them.
  code: { optimize: false },
  formats: { ...formats, duration: (text: string) => durationProblem(text) === undefined },
});
ajv.addVocabulary(['x-clause', 'x-observable', 'x-observed']);
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

/**
 * What a schema has to say about a value, in plain words: everything at once, one finding for
 * each place, each of them an error.
 */
export function schemaFindings(name: SchemaName, value: unknown): Finding[] {
  const { $id } = schemas[name];
  const errors = withoutItemsOfContains(errorsAgainst(roots[name], $id, value));
  return inPlainWords(withChoicesMade(errors, $id), schemas[name]);
}

/** Validators by the schema, or the branch of one, that they were compiled from. */
const validators = new WeakMap<SchemaNode, ValidateFunction>();

function errorsAgainst(schema: SchemaNode, id: string, value: unknown): readonly DefinedError[] {
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema.$ref?.startsWith('#') ? { $ref: `${id}${schema.$ref}` } : schema);
    validators.set(schema, validate);
  }
  // Ajv types the errors of the standard's keywords; our schemas have no others.
  return validate(value) ? [] : ((validate.errors ?? []) as DefinedError[]);
}

/** Where no item is what a `contains` asks for, Ajv complains about every item as well. */
function withoutItemsOfContains(errors: readonly DefinedError[]): readonly DefinedError[] {
  return errors.filter(({ schemaPath }) => !schemaPath.includes('/contains/'));
}

/**
 * Where a value fits no branch of a `oneOf`, Ajv complains about every branch. Kept are the errors
 * of the branch that it was meant for, else one that names the choice.
 */
function withChoicesMade(errors: readonly DefinedError[], id: string): readonly DefinedError[] {
  const choices = new Map<string, DefinedError>();
  for (const error of errors) if (error.keyword === 'oneOf') choices.set(error.instancePath, error);
  if (choices.size === 0) return errors;

  const others = errors.filter(
    ({ instancePath }) => !pathOutwards(instancePath).some((outer) => choices.has(outer)),
  );
  const made = [...choices.values()].flatMap((choice) => {
    const branches = choice.schema as readonly SchemaNode[];
    const fitting = fittingBranch(branches.map((branch) => errorsAgainst(branch, id, choice.data)));
    if (fitting === undefined) return [choice];
    const inside = choice.instancePath;
    return fitting.map((error) => ({ ...error, instancePath: inside + error.instancePath }));
  });
  return [...others, ...made];
}
