import { dereference } from '../../documents/dereference.ts';
import { listOperations } from '../openapi-document.ts';
import type { OpenApiDocument, Parameter, RequestBody, Schema } from '../openapi-document.ts';

/** What a request can contain. The schemas have no references and validate a `ReceivedParts`. */
export interface RequestShape {
  readonly bodyPresence: 'required' | 'optional';
  /** The schemas of the body by media type; empty if there is no body. */
  readonly bodySchemas: ReadonlyMap<string, Schema>;
  /** The schema of all parameters; undefined if there are none. */
  readonly parameters: Schema | undefined;
  readonly queryParameters: readonly string[];
  /** In lower case. */
  readonly headerParameters: readonly string[];
}

/** The parts of a request. Pointers in error details begin with these names: `/body/walletAddress`. */
export interface ReceivedParts {
  readonly query: object;
  readonly headers: object;
  readonly path: object;
  readonly body: unknown;
}

/**
 * Returns the shape of each request by operationId.
 *
 * @throws TypeError on a reference that cannot be followed
 */
export function createRequestShapes(document: OpenApiDocument): ReadonlyMap<string, RequestShape> {
  return new Map(
    listOperations(document).map(({ operationId, path, operation }) => {
      const sharedParameters = document.paths[path]?.parameters ?? [];
      const parameters = [...sharedParameters, ...(operation.parameters ?? [])];
      return [
        operationId,
        toShape(
          dereference(parameters, document) as readonly Parameter[],
          dereference(operation.requestBody, document) as RequestBody | undefined,
        ),
      ];
    }),
  );
}

function toShape(parameters: readonly Parameter[], body: RequestBody | undefined): RequestShape {
  const query = selectParameters('query', parameters);
  const headers = selectParameters('header', parameters);
  const path = selectParameters('path', parameters);
  const properties = { query: query.schema, headers: headers.schema, path: path.schema };
  return {
    bodyPresence: body?.required === true ? 'required' : 'optional',
    bodySchemas: new Map(
      Object.entries(body?.content ?? {}).map(([mediaType, { schema = {} }]) => [
        mediaType,
        { properties: { body: schema } },
      ]),
    ),
    parameters: parameters.length === 0 ? undefined : { properties },
    queryParameters: query.names,
    headerParameters: headers.names,
  };
}

function selectParameters(place: Parameter['in'], parameters: readonly Parameter[]) {
  // Parameters of an operation override the parameters of its path.
  const byName = new Map(
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => {
        const name = place === 'header' ? parameter.name.toLowerCase() : parameter.name;
        return [name, parameter];
      }),
  );
  const names = [...byName.keys()];
  const schema: Schema = {
    properties: Object.fromEntries([...byName].map(([name, { schema }]) => [name, schema])),
    required: names.filter((name) => byName.get(name)?.required === true),
  };
  return { names, schema };
}
