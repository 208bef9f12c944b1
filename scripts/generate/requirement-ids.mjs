import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * Collects the requirement ids of api.yaml (`x-requirement`): those of operations, of fields by their
 * schema, and of causes.
 */
export function requirementIds(/** @type {URL} */ file) {
  const { paths, components } = parse(readFileSync(file, 'utf8'));
  const { schemas } = components;
  const operations = Object.values(paths).flatMap((item) =>
    Object.values(item).map((operation) => [operation.operationId, operation['x-requirement']]),
  );
  const fields = Object.entries(schemas).map(([schema, { properties = {} }]) => [
    schema,
    Object.fromEntries(
      Object.entries(properties).flatMap(([field, property]) => {
        const referred = schemas[property.$ref?.split('/').at(-1)];
        const ids = property['x-requirement'] ?? referred?.['x-requirement'];
        return ids?.type === undefined ? [] : [[field, ids]];
      }),
    ),
  ]);
  return `import type { ErrorCode, OperationId } from './words.ts';

    export interface OperationRequirements {
      /** Headers of every request; absent where the operation has no rule of its own. */
      readonly headers?: string;
      readonly request: string;
      readonly response: string;
      /** By the cause of the refusal. */
      readonly refused: { readonly [Code in ErrorCode]?: string };
    }

    export interface FieldRequirements {
      /** For a client that sends the field, where a deployment has to refuse another type. */
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
