/** The members of OpenAPI 3.1 and the keywords of JSON Schema 2020-12 that the code uses. */

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** Returns a value as JSON, without undefined members. */
export function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Info;
  readonly paths: { readonly [path: string]: PathItem };
  readonly components: Components;
}

export interface Info {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  readonly 'x-dialect'?: JsonValue;
}

export const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

export type Method = (typeof METHODS)[number];

export type PathItem = { readonly [M in Method]?: Operation } & {
  readonly parameters?: readonly (Parameter | Reference)[];
};

export interface Operation {
  readonly operationId: string;
  readonly 'x-clause'?: string;
  readonly description?: string;
  readonly security?: readonly SecurityRequirement[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses: { readonly [status: string]: Response | Reference };
}

/** Security schemes by name; all of them are required. */
export interface SecurityRequirement {
  readonly [scheme: string]: readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: JsonValue;
  readonly 'x-open'?: string;
}

export interface RequestBody {
  readonly description?: string;
  readonly required?: boolean;
  readonly content: { readonly [mediaType: string]: MediaType };
}

export interface MediaType {
  readonly schema?: Schema;
  readonly examples?: { readonly [name: string]: Example };
}

export interface Example {
  readonly summary?: string;
  readonly value: JsonValue;
}

export interface Response {
  readonly description: string;
  readonly 'x-open'?: string;
  readonly 'x-causes'?: readonly string[];
  readonly headers?: {
    readonly [name: string]: { readonly schema: Schema };
  };
  readonly content?: { readonly [mediaType: string]: MediaType };
}

export interface Components {
  readonly securitySchemes?: { readonly [name: string]: SecurityScheme };
  readonly parameters?: { readonly [name: string]: Parameter };
  readonly schemas: { readonly [name: string]: Schema };
  readonly responses?: { readonly [name: string]: Response };
}

export interface SecurityScheme {
  readonly type: 'apiKey' | 'http';
  readonly in?: 'header' | 'cookie';
  readonly name?: string;
  readonly description?: string;
  readonly 'x-open'?: string;
  readonly 'x-session'?: JsonValue;
}

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

export interface Schema {
  readonly $ref?: string;
  readonly type?: SchemaType | readonly SchemaType[];
  readonly description?: string;
  readonly 'x-clause'?: string;
  readonly 'x-open'?: string;
  readonly const?: JsonValue;
  readonly enum?: readonly JsonValue[];
  readonly pattern?: string;
  /** Describes the values that match the pattern. */
  readonly 'x-message'?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: Schema;
}

export interface Reference {
  readonly $ref: string;
}

export interface ContractOperation<Id extends string = string> {
  readonly operationId: Id;
  readonly method: Method;
  /** As in the document: `/v1/auth/cryptoWallet:start`, `/users/{ref}`. */
  readonly path: string;
  readonly operation: Operation;
}

export function listOperations({ paths }: OpenApiDocument): readonly ContractOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined
        ? []
        : [{ operationId: operation.operationId, method, path, operation }];
    }),
  );
}
