/** Generates the text of TypeScript modules from the contracts and schemas. */
import { basename, dirname } from 'node:path';
import { readFileSync } from 'node:fs';
import { compile as schemaToTypes } from 'json-schema-to-typescript';
import openapiTypes, { astToString } from 'openapi-typescript';
import { LineCounter, parse as parseYaml, parseDocument } from 'yaml';

/**
 * @typedef {Record<string, any>} Node a part of a JSON or YAML document
 * @typedef {(file: string) => string | Promise<string>} Render returns the text of a module, from the path of its source
 */

const read = (/** @type {string} */ file) => readFileSync(file, 'utf8');

/** Generates the types of an OpenAPI document: `paths`, `components`, `operations`. */
export async function generateContractTypes(/** @type {string} */ file) {
  const contract = parseYaml(read(file), removePresenceRules);
  return astToString(await openapiTypes(contract, { silent: true }));
}

/**
 * Removes a `oneOf` or `anyOf` that only restricts combinations of properties, which openapi-typescript
 * would convert to `unknown`.
 */
function removePresenceRules(/** @type {unknown} */ key, /** @type {unknown} */ value) {
  const isUnion = (key === 'oneOf' || key === 'anyOf') && Array.isArray(value);
  const isPresenceRule = (/** @type {object} */ branch) =>
    Object.keys(branch).every((keyword) => keyword === 'required' || keyword === 'not');
  return isUnion && value.every(isPresenceRule) ? undefined : value;
}

const typeOptions = {
  additionalProperties: false,
  bannerComment: '',
  format: false,
  ignoreMinAndMaxItems: true,
};

/** Generates the types of a JSON Schema; the title names the root type. */
export async function generateSchemaTypes(/** @type {string} */ file) {
  const schema = JSON.parse(read(file), importDialectType);
  const types = await schemaToTypes(schema, basename(file, '.schema.json'), {
    ...typeOptions,
    cwd: dirname(file),
    unreachableDefinitions: true,
    $refOptions: { resolve: { http: false } },
  });
  const imports = read(file).includes('"dialect.schema.json"')
    ? "import type { Dialect } from './dialect.gen.ts';\n\n"
    : '';
  return imports + types;
}

/** Replaces a reference to the schema of dialects by the imported type `Dialect`. */
function importDialectType(/** @type {string} */ _key, /** @type {any} */ value) {
  const isDialect = value?.$ref === 'dialect.schema.json';
  return isDialect ? { ...value, $ref: undefined, tsType: 'Dialect' } : value;
}

/**
 * Generates a constant from a YAML file. `JSON.parse` of a string starts faster than an object literal.
 *
 * @param {string} name of the constant
 * @param {string} type of the constant
 * @param {string} module that exports the type
 * @returns {Render}
 */
export function createConstant(name, type, module) {
  return (file) => {
    // Requirement ids are in a separate module.
    const json = JSON.stringify(parseYaml(read(file)), (key, value) =>
      key === 'x-requirement' ? undefined : value,
    );
    return `import type { ${type} } from '${module}';

      export const ${name}: ${type} = JSON.parse(${JSON.stringify(json)});`;
  };
}

/** Generates the rules of the interface, each with its line in requirements.yaml. */
export async function generateRequirements(/** @type {string} */ file) {
  const lineCounter = new LineCounter();
  const document = parseDocument(read(file), { lineCounter });
  const list = /** @type {import('yaml').YAMLSeq<import('yaml').YAMLMap>} */ (
    document.get('requirements')
  );
  const rules = list.items.map((item) => ({
    ...item.toJS(document),
    line: lineCounter.linePos(item.range?.[0] ?? 0).line,
  }));
  const schema = JSON.parse(
    read(file.replace('requirements.yaml', 'schemas/requirements.schema.json')),
  );
  const { required, properties } = schema.properties.requirements.items;
  const line = { type: 'integer', description: 'Its line in requirements.yaml, from 1.' };
  const operations = { ...properties.operations, items: { tsType: 'OperationId' } };
  const type = await schemaToTypes(
    {
      type: 'object',
      description: 'One rule of the interface.',
      required: [...required, 'line'],
      properties: { ...properties, operations, line },
    },
    'Requirement',
    typeOptions,
  );
  return `import type { OperationId } from './types.ts';

    ${type}
    export const requirements: readonly Requirement[] = JSON.parse(${JSON.stringify(JSON.stringify(rules))});`;
}

/** Generates the rules for clients, and the type of their ids. @type {Render} */
export function generateClientRules(file) {
  return `export const clientRules = ${JSON.stringify(parseYaml(read(file)).rules)} as const;

    export type ClientRuleId = (typeof clientRules)[number]['id'];`;
}

/** Generates the kinds of chaos and their probabilities. @type {Render} */
export function generateChaosKinds(file) {
  const { ChaosKind, ChaosMaxConsecutive } = parseYaml(read(file)).components.schemas;
  /** @type {{ id: string, chance: object }[]} */
  const kinds = ChaosKind['x-kinds'];
  const ids = kinds.map(({ id }) => id);
  if (ids.join() !== ChaosKind.enum.join()) {
    throw new Error(`${file}: the enum of ChaosKind differs from its x-kinds ${ids.join()}`);
  }
  const chances = Object.fromEntries(kinds.map(({ id, chance }) => [id, chance]));
  return `import type { components } from './control.gen.ts';

    export type ChaosKind = components['schemas']['ChaosKind'];

    /** The probability of each kind where it applies, from 0 to 1. */
    export const chaosChances: {
      readonly [Kind in ChaosKind]: { readonly low: number; readonly high: number };
    } = ${JSON.stringify(chances)};

    export const chaosKinds: readonly ChaosKind[] = ${JSON.stringify(ids)};

    /** The default maximum of consecutive requests that are affected. */
    export const DEFAULT_MAX_CONSECUTIVE = ${ChaosMaxConsecutive.default};`;
}

/** Generates the values of each closed list of the contract. @type {Render} */
export function generateClosedLists(file) {
  const { schemas } = parseYaml(read(file)).components;
  const names = {
    walletNetworks: 'WalletNetwork',
    kycStatuses: 'KycStatus',
    cryptoStatuses: 'CryptoStatus',
    flagCategories: 'FlagCategory',
    errorCodes: 'ErrorCode',
  };
  const constants = Object.entries(names).map(
    ([name, schema]) =>
      `export const ${name}: readonly Schemas['${schema}'][] = ${JSON.stringify(schemas[schema].enum)};`,
  );
  return `import type { components } from './api.gen.ts';

    type Schemas = components['schemas'];

    ${constants.join('\n\n')}`;
}

const listOperations = (/** @type {Node} */ { paths }) =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

/** Generates the example responses, which only compile if they match their schemas. @type {Render} */
export function generateResponseExamples(file) {
  const byOperation = listOperations(parseYaml(read(file))).map(({ operationId, responses }) => [
    operationId,
    responses['200']?.content?.['application/json']?.examples ?? {},
  ]);
  return `import type { OperationId, Success } from './types.ts';

    type Examples<Id extends OperationId> = Readonly<
      Record<string, { readonly summary?: string; readonly value: Success<Id> }>
    >;

    export const responseExamples: { readonly [Id in OperationId]: Examples<Id> } =
      ${JSON.stringify(Object.fromEntries(byOperation))};`;
}

/** Generates the requirement ids (`x-requirement`) of operations, fields and causes. @type {Render} */
export function generateRequirementIds(file) {
  const contract = parseYaml(read(file));
  const { schemas } = contract.components;
  const operations = listOperations(contract).map((operation) => [
    operation.operationId,
    operation['x-requirement'],
  ]);
  const listFields = (/** @type {Node} */ { properties = {} }) =>
    Object.entries(properties).flatMap(([field, property]) => {
      const target = schemas[property.$ref?.split('/').at(-1)];
      const ids = property['x-requirement'] ?? target?.['x-requirement'];
      // ErrorCode has one id for each code; these ids are in causeRequirements.
      return ids?.type === undefined ? [] : [[field, ids]];
    });
  const fields = Object.entries(schemas).map(([name, schema]) => [
    name,
    Object.fromEntries(listFields(schema)),
  ]);
  return `import type { ErrorCode, OperationId } from './types.ts';

    export interface OperationRequirements {
      /** The rule about headers; absent if the operation has no own rule about headers. */
      readonly headers?: string;
      readonly request: string;
      readonly response: string;
      /** By the cause of the refusal. */
      readonly refused: { readonly [Code in ErrorCode]?: string };
    }

    export interface FieldRequirements {
      /** The rule about the type of the field in a request. Default: "type". */
      readonly sent?: string;
      readonly missing?: string;
      readonly type: string;
      readonly value: string;
    }

    export const operationRequirements: { readonly [Id in OperationId]: OperationRequirements } =
      ${JSON.stringify(Object.fromEntries(operations))};

    /** By schema and field. */
    export const fieldRequirements: {
      readonly [schema: string]: { readonly [field: string]: FieldRequirements };
    } = ${JSON.stringify(Object.fromEntries(fields))};

    export const causeRequirements: { readonly [Code in ErrorCode]?: string } =
      ${JSON.stringify(schemas.ErrorCode['x-requirement'])};`;
}
