/**
 * The effective contract: openapi/api.yaml with a dialect applied. It describes exactly what a deployment
 * of that dialect accepts and returns.
 */
import type { Dialect } from '../dialect/dialect.ts';
import { getSuccessStatus } from '../dialect/success-status.ts';
import { createBearerScheme, listSecurity, createSessionScheme } from './effective/bearer.ts';
import {
  getExampleResponse,
  listResponseExamples,
  listRequestExamples,
} from './effective/examples.ts';
import {
  createAuthenticateResponseSchema,
  createOtpSchemas,
  createSendResponseSchema,
} from './effective/otp-schemas.ts';
import {
  NO_TOLERANCE,
  allowUnknownFields,
  applyTolerance,
  type Tolerance,
} from './effective/tolerance.ts';
import { createRefusals } from './effective/refusals.ts';
import { createBody, allowUnknownRequestFields } from './effective/request-bodies.ts';
import {
  JSON_MEDIA_TYPE,
  getAcceptedResponse,
  getReferenceName,
  createSchemaReference,
  listReachedSchemas,
  serviceContract,
  serviceOperations,
} from './effective/service-contract.ts';
import { createUserReadSchema, createUserSchemas } from './effective/user-schemas.ts';
import { createWalletSchemas } from './effective/wallet-schemas.ts';
import {
  toJson,
  type Components,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
} from './openapi-document.ts';
import { getUserIdPlace, type UserIdPlace } from './wire/user.ts';
import type { OperationId } from './types.ts';

/**
 * Returns the contract of the service with a dialect applied. Its `info` contains the dialect as
 * `x-dialect`: two dialects have different contracts even if their schemas are equal.
 *
 * @param tolerance what is allowed beyond the dialect; default: nothing
 */
export function createEffectiveContract(
  dialect: Dialect,
  tolerance: Tolerance = NO_TOLERANCE,
): OpenApiDocument {
  const document = removeUnusedSchemas({
    ...serviceContract,
    info: { ...serviceContract.info, 'x-dialect': toJson(dialect) },
    paths: createPaths(dialect, tolerance),
    components: createComponents(serviceContract.components, dialect),
  });
  const successSchemas = [...serviceOperations.keys()].map((id) => getResponseSchema(id, dialect));
  return applyTolerance(document, tolerance, successSchemas);
}

function createPaths(dialect: Dialect, tolerance: Tolerance): OpenApiDocument['paths'] {
  return Object.fromEntries(
    [...serviceOperations].map(([operationId, { path, method, operation }]) => [
      operationId === 'getUser' ? dialect.user.path : path,
      { [method]: createOperation(operationId, operation, dialect, tolerance) },
    ]),
  );
}

function createOperation(
  operationId: OperationId,
  operation: Operation,
  dialect: Dialect,
  tolerance: Tolerance,
): Operation {
  const { requestBody } = operation;
  const userIdPlace = operationId === 'getUser' ? getUserIdPlace(dialect) : undefined;
  const status = getSuccessStatus(operationId, dialect);
  return {
    ...operation,
    ...describeOperation(operationId, dialect, userIdPlace),
    security: listSecurity(operationId, dialect),
    ...(userIdPlace && { parameters: [createUserIdParameter(userIdPlace)] }),
    ...(requestBody && {
      requestBody: createBody(requestBody, listRequestExamples(operationId, dialect), dialect),
    }),
    responses: {
      [status]: createSuccessResponse(operationId, operation, dialect, tolerance),
      ...createRefusals(operationId, operation, dialect, tolerance),
    },
  };
}

/** Returns the description of an operation in this dialect; empty if the description in api.yaml applies. */
function describeOperation(
  operationId: OperationId,
  dialect: Dialect,
  userIdPlace: UserIdPlace | undefined,
): { readonly description?: string } {
  if (operationId === 'addWalletToUser' && dialect.identity.addWalletTarget === 'bearer') {
    return {
      description:
        'The wallet stays unverified until the user authenticates it (§3). ' +
        'It is added to the user of the session token.',
    };
  }
  if (userIdPlace === undefined) return {};
  const kind = userIdPlace.in === 'query' ? 'query parameter' : 'header';
  return {
    description:
      `Returns flags, KYC status and transactions of the user whose id is in the ${kind} ${userIdPlace.name}. ` +
      'Flags never prevent a read (§7.2, §7.3).',
  };
}

function createUserIdParameter(place: UserIdPlace): Parameter {
  return {
    ...place,
    description: 'The id of the user to read.',
    'x-open': 'user.identifiedBy',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 128 },
    example: getExampleResponse('getUser').id,
  };
}

function createSuccessResponse(
  operationId: OperationId,
  operation: Operation,
  dialect: Dialect,
  { fields }: Tolerance,
): Response {
  const original = getAcceptedResponse(operation);
  const closed = getResponseSchema(operationId, dialect);
  const schema = fields === 'any' ? allowUnknownFields(closed) : closed;
  return {
    ...original,
    description: getResponseDescription(schema, original),
    content: {
      [JSON_MEDIA_TYPE]: { schema, examples: listResponseExamples(operationId, dialect) },
    },
  };
}

function getResponseDescription({ $ref }: Schema, original: Response): string {
  const originalSchema = original.content?.[JSON_MEDIA_TYPE]?.schema;
  if ($ref === undefined || $ref === originalSchema?.$ref) return original.description;
  const schema = serviceContract.components.schemas[getReferenceName($ref)];
  return schema?.description ?? original.description;
}

function getResponseSchema(operationId: OperationId, dialect: Dialect): Schema {
  switch (operationId) {
    case 'startWalletAuth':
      return createSchemaReference('Challenge');
    case 'authenticateWallet':
      return createSchemaReference('Authentication');
    case 'addWalletToUser':
      return createSchemaReference('Empty');
    case 'sendSmsOtp':
      return createSendResponseSchema('sms', dialect);
    case 'authenticateSmsOtp':
      return createAuthenticateResponseSchema('sms', dialect);
    case 'sendEmailOtp':
      return createSendResponseSchema('email', dialect);
    case 'authenticateEmailOtp':
      return createAuthenticateResponseSchema('email', dialect);
    case 'getUser':
      return createUserReadSchema(dialect);
  }
}

function removeUnusedSchemas(document: OpenApiDocument): OpenApiDocument {
  const { paths, components } = document;
  const used = listReachedSchemas(paths, components.schemas);
  const schemas = Object.entries(components.schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } };
}

function createComponents({ schemas, securitySchemes }: Components, dialect: Dialect): Components {
  const session = createSessionScheme(dialect);
  return {
    securitySchemes: {
      ...securitySchemes,
      ...(securitySchemes?.['bearer'] && {
        bearer: createBearerScheme(securitySchemes['bearer'], dialect),
      }),
      ...(session && { session }),
    },
    schemas: allowUnknownRequestFields(
      {
        ...schemas,
        ...createWalletSchemas(schemas, dialect),
        ...createOtpSchemas(schemas, dialect),
        ...createUserSchemas(schemas, dialect),
      },
      dialect,
    ),
  };
}
