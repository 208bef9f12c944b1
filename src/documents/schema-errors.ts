import { Ajv2020, type DefinedError as SchemaError, type ValidateFunction } from 'ajv/dist/2020.js';
import dialectSchema from '../../openapi/schemas/dialect.schema.json' with { type: 'json' };
import scenarioSchema from '../../openapi/schemas/scenario.schema.json' with { type: 'json' };
import { getOrCreate } from '../get-or-create.ts';
import { formats } from '../contract/formats.ts';
import { findDurationProblem } from '../domain/duration.ts';
import { dereference } from './dereference.ts';
import { listAncestors } from './pointer.ts';

/** The schemas of documents; any part can be compiled separately. */
export const schemas = {
  dialect: dialectSchema,
  scenario: dereference(scenarioSchema, scenarioSchema),
} as const;

export type SchemaName = keyof typeof schemas;

/** An error of a standard keyword, with the value and the schema that it does not match. */
export type { SchemaError };

/** The keywords of a document schema that the code uses. */
export interface SchemaNode {
  /** Only in the types of the JSON files; `schemas` has no references. */
  readonly $ref?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly 'x-clause'?: string;
  readonly 'x-observable'?: string;
  readonly 'x-observed'?: boolean;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly uniqueItems?: boolean;
  readonly oneOf?: readonly SchemaNode[];
}

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strictTypes: false,
  // A test validates the schemas against the meta-schema, which takes long to compile.
  validateSchema: false,
  // A command reads one or two documents: compiling takes longer than validating them.
  code: { optimize: false },
  formats: {
    ...formats,
    duration: (text: string) => findDurationProblem(text) === undefined,
    uri: (text: string) => URL.canParse(text),
  },
});
// Annotations of the document schemas, and of the settings (src/config), which `listErrors` also checks.
ajv.addVocabulary([
  'x-clause',
  'x-observable',
  'x-observed',
  'x-path',
  'x-value',
  'patternErrorMessage',
]);

/** Validators by the schema, or part of a schema, that they were compiled from. */
const validators = new WeakMap<SchemaNode, ValidateFunction>();

/** Returns the errors of Ajv; for a `oneOf`, only the errors of the branch that was probably intended. */
export function listErrors(schema: SchemaNode, value: unknown): readonly SchemaError[] {
  const validate = getOrCreate(validators, schema, () => ajv.compile(schema));
  if (validate(value)) return [];
  // The schemas have only standard keywords, whose errors Ajv defines.
  const errors = (validate.errors ?? []) as SchemaError[];
  // Ajv also reports the errors of each item of a failed `contains`, and of each branch of a failed `anyOf`.
  return selectIntendedBranch(
    errors.filter(({ schemaPath }) => !/\/(contains|anyOf)\//.test(schemaPath)),
  );
}

/**
 * If a value matches no branch of a `oneOf`, Ajv reports the errors of every branch. Returns the errors of
 * the intended branch, or one error that lists the alternatives.
 */
function selectIntendedBranch(errors: readonly SchemaError[]): readonly SchemaError[] {
  const choices = new Map<string, SchemaError>();
  for (const error of errors) if (error.keyword === 'oneOf') choices.set(error.instancePath, error);
  if (choices.size === 0) return errors;

  const others = errors.filter(
    ({ instancePath }) => !listAncestors(instancePath).some((outer) => choices.has(outer)),
  );
  const intended = [...choices.values()].flatMap((choice) => {
    const branches = choice.schema as readonly SchemaNode[];
    const branchErrors = findIntendedBranch(
      branches.map((branch) => listErrors(branch, choice.data)),
    );
    if (branchErrors === undefined) return [choice];
    const parent = choice.instancePath;
    return branchErrors.map((error) => ({ ...error, instancePath: parent + error.instancePath }));
  });
  return [...others, ...intended];
}

/**
 * Returns the errors of the intended branch: the branch of the value's type with the fewest missing or
 * unexpected keys. If several are equal, returns the errors about keys that all of them reject. Returns
 * undefined without such errors, and if no branch has the type.
 */
function findIntendedBranch(
  errorsByBranch: readonly (readonly SchemaError[])[],
): readonly SchemaError[] | undefined {
  const ofSameType = errorsByBranch.filter((errors) => !errors.some(isAboutType));
  const countKeyErrors = (errors: readonly SchemaError[]) => errors.filter(isAboutKeys).length;
  const fewest = Math.min(...ofSameType.map(countKeyErrors));
  const [best, ...tied] = ofSameType.filter((errors) => countKeyErrors(errors) === fewest);
  if (best === undefined || tied.length === 0) return best;

  const unknownKeysOfTied = tied.map((errors) => errors.map(findUnknownKey));
  const unknown = best.filter((error) => {
    const key = findUnknownKey(error);
    return key !== undefined && unknownKeysOfTied.every((keys) => keys.includes(key));
  });
  return unknown.length > 0 ? unknown : undefined;
}

/** Returns whether the whole value has another type than the schema, its `const`, or its untyped `enum`. */
function isAboutType({ instancePath, keyword, parentSchema }: SchemaError): boolean {
  if (instancePath !== '') return false;
  return (
    keyword === 'type' || keyword === 'const' || (keyword === 'enum' && !parentSchema?.['type'])
  );
}

function isAboutKeys({ instancePath, keyword }: SchemaError): boolean {
  return instancePath === '' && (keyword === 'required' || keyword === 'additionalProperties');
}

function findUnknownKey(error: SchemaError): string | undefined {
  return error.instancePath === '' && error.keyword === 'additionalProperties'
    ? error.params.additionalProperty
    : undefined;
}
