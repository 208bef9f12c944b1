/** Converts the requests of a document to the form of express-openapi-validator. */
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js';
import { METHODS } from '../openapi-document.ts';
import type { Method, OpenApiDocument, Operation, PathItem } from '../openapi-document.ts';
import { AJV_OPTIONS } from './ajv-options.ts';
import { dereferenced } from './dereference.ts';

export interface RequestShape {
  readonly path: string;
  /** In upper case. */
  readonly method: string;
  readonly body: 'required' | 'optional' | 'none';
  /** The media types of the body, as in the document. */
  readonly mediaTypes: readonly string[];
  readonly queryParameters: readonly string[];
  /** In lower case. */
  readonly headerParameters: readonly string[];
  /** `compiled` if the compiled functions suffice: no parameter to parse, no discriminator. */
  readonly checks: 'compiled' | 'parsing';
  /** The operation without references. */
  readonly operation: OpenAPIV3.OperationObject;
}

/**
 * Returns the shape of each request by operationId.
 *
 * @throws TypeError on a reference that cannot be followed
 */
export function requestShapes(document: OpenApiDocument): ReadonlyMap<string, RequestShape> {
  const requests: OpenAPIV3.DocumentV3_1 = {
    ...emptyDocument(),
    paths: Object.fromEntries(
      Object.entries(document.paths).map(([path, item]) => [path, requestsOf(item, document)]),
    ),
  };
  // Parameters of operations override those of their paths.
  new SchemaPreprocessor(requests, { ...AJV_OPTIONS, serDesMap: {} }, {}).preProcess();
  return new Map(
    Object.entries(requests.paths ?? {}).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        return operation?.operationId === undefined
          ? []
          : [[operation.operationId, shapeOf(path, method, operation)] as const];
      }),
    ),
  );
}

/** Returns a document without operations, for the validator to change. */
export function emptyDocument(): OpenAPIV3.DocumentV3_1 {
  const info = { title: '', version: '', summary: '' };
  return { openapi: '3.1.0', info, paths: {}, components: {}, webhooks: {} };
}

function requestsOf(item: PathItem, document: OpenApiDocument): OpenAPIV3.PathItemObject {
  const operations = METHODS.flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [[method, requestOf(operation, document)] as const];
  });
  return {
    ...Object.fromEntries(operations),
    parameters: parametersOf(item.parameters, document),
  };
}

function requestOf(
  { operationId, parameters, requestBody }: Operation,
  document: OpenApiDocument,
): OpenAPIV3.OperationObject {
  return {
    operationId,
    parameters: parametersOf(parameters, document),
    ...(requestBody && { requestBody: bodyOf(requestBody, document) }),
  };
}

function parametersOf(
  parameters: PathItem['parameters'] = [],
  document: OpenApiDocument,
): OpenAPIV3.ParameterObject[] {
  return parameters.map((parameter) => ({
    // Without it, a query with a bare `:` or `@` is refused, which RFC 3986 allows.
    allowReserved: true,
    ...(dereferenced(parameter, document) as OpenAPIV3.ParameterObject),
  }));
}

function bodyOf(
  body: NonNullable<Operation['requestBody']>,
  document: OpenApiDocument,
): OpenAPIV3.RequestBodyObject {
  const copy = dereferenced(body, document) as OpenAPIV3.RequestBodyObject;
  return { ...copy, required: copy.required === true };
}

function isTextHeader(parameter: OpenAPIV3.ReferenceObject | OpenAPIV3.ParameterObject): boolean {
  if (!('name' in parameter) || parameter.in !== 'header' || parameter.content) return false;
  return parameter.schema !== undefined && 'type' in parameter.schema
    ? parameter.schema.type === 'string'
    : false;
}

function hasDiscriminator(body: OpenAPIV3.RequestBodyObject | undefined): boolean {
  return Object.values(body?.content ?? {}).some(
    ({ schema }) => schema !== undefined && 'discriminator' in schema,
  );
}

function shapeOf(path: string, method: Method, operation: OpenAPIV3.OperationObject): RequestShape {
  const { requestBody, parameters = [] } = operation;
  const body = requestBody && 'content' in requestBody ? requestBody : undefined;
  const named = (place: string) =>
    parameters.flatMap((parameter) =>
      'name' in parameter && parameter.in === place ? [parameter.name] : [],
    );
  return {
    path,
    method: method.toUpperCase(),
    body: body === undefined ? 'none' : body.required === true ? 'required' : 'optional',
    mediaTypes: Object.keys(body?.content ?? {}),
    queryParameters: named('query'),
    headerParameters: named('header').map((name) => name.toLowerCase()),
    checks: parameters.every(isTextHeader) && !hasDiscriminator(body) ? 'compiled' : 'parsing',
    operation,
  };
}
