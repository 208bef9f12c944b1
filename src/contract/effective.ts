/**
 * The effective contract: openapi/api.yaml with a dialect applied. It describes exactly what a deployment
 * of that dialect accepts and returns.
 */
import type { Dialect } from '../dialect/dialect.ts';
import { bearerScheme, listSecurity, sessionScheme } from './effective/bearer.ts';
import { exampleResponse, responseExamples, requestExamples } from './effective/examples.ts';
import { toJson } from './effective/json-value.ts';
import { authenticatedSchema, otpSchemas, sentSchema } from './effective/otp-schemas.ts';
import { NO_OPENINGS, open, withOpenSchemas } from './effective/openings.ts';
import type { Openings } from './effective/openings.ts';
import { refusals } from './effective/refusals.ts';
import { effectiveRequestBody, openRequestBodies } from './effective/request-bodies.ts';
import {
  JSON_MEDIA_TYPE,
  acceptedResponse,
  getReferenceName,
  schemaReference,
  listReachedSchemas,
  serviceContract,
  serviceOperations,
} from './effective/service-contract.ts';
import { successStatus } from '../dialect/success-status.ts';
import { readUserSchema, userSchemas } from './effective/user-schemas.ts';
import { walletSchemas } from './effective/wallet-schemas.ts';
import type {
  Components,
  OpenApiDocument,
  Operation,
  Parameter,
  Response,
  Schema,
} from './openapi-document.ts';
import { userIdPlace } from './wire/user.ts';
import type { OperationId } from './types.ts';

/**
 * Applies a dialect to the contract of the service. The values of the dialect are in `x-dialect` of its
 * info, so that two dialects have different contracts even if no schema shows the difference.
 *
 * @param openings what is allowed beyond the dialect; default: nothing
 */
export function effectiveContract(
  dialect: Dialect,
  openings: Openings = NO_OPENINGS,
): OpenApiDocument {
  const document = withoutUnusedSchemas({
    ...serviceContract,
    info: { ...serviceContract.info, 'x-dialect': toJson(dialect) },
    paths: effectivePaths(dialect, openings),
    components: effectiveComponents(serviceContract.components, dialect),
  });
  const schemas = [...serviceOperations.keys()].map((id) => responseSchema(id, dialect));
  return withOpenSchemas(document, openings, schemas);
}

function effectivePaths(dialect: Dialect, openings: Openings): OpenApiDocument['paths'] {
  return Object.fromEntries(
    [...serviceOperations].map(([operationId, { path, method, operation }]) => [
      operationId === 'getUser' ? dialect.user.path : path,
      { [method]: effectiveOperation(operationId, operation, dialect, openings) },
    ]),
  );
}

function effectiveOperation(
  operationId: OperationId,
  operation: Operation,
  dialect: Dialect,
  openings: Openings,
): Operation {
  const { requestBody } = operation;
  const parameters = operationId === 'getUser' ? userIdParameters(dialect) : [];
  return {
    ...operation,
    ...describeOperation(operationId, dialect),
    security: listSecurity(operationId, dialect),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && {
      requestBody: effectiveRequestBody(
        requestBody,
        requestExamples(operationId, dialect),
        dialect,
      ),
    }),
    responses: {
      [successStatus(operationId, dialect)]: success(operationId, operation, dialect, openings),
      ...refusals(operationId, operation, dialect, openings),
    },
  };
}

/** Returns the description of an operation, if that of api.yaml does not apply to this dialect. */
function describeOperation(
  operationId: OperationId,
  dialect: Dialect,
): { readonly description?: string } {
  if (operationId === 'addWalletToUser' && dialect.identity.addWalletTarget === 'bearer') {
    return {
      description:
        'The wallet stays unverified until the user authenticates it (§3). ' +
        'It is added to the user of the session token.',
    };
  }
  const place = operationId === 'getUser' ? userIdPlace(dialect) : undefined;
  if (place === undefined) return {};
  const where = place.in === 'query' ? 'query parameter' : 'header';
  return {
    description:
      `Returns flags, KYC status and transactions of the user whose id is in the ${where} ${place.name}. ` +
      'Flags never prevent a read (§7.2, §7.3).',
  };
}

/** Returns the parameter that identifies the user to read, if the session does not. */
function userIdParameters(dialect: Dialect): readonly Parameter[] {
  const place = userIdPlace(dialect);
  if (place === undefined) return [];
  return [
    {
      ...place,
      description: 'The id of the user to read.',
      'x-open': 'user.identifiedBy',
      required: true,
      schema: { type: 'string', minLength: 1, maxLength: 128 },
      example: exampleResponse('getUser').id,
    },
  ];
}

function success(
  operationId: OperationId,
  operation: Operation,
  dialect: Dialect,
  { fields }: Openings,
): Response {
  const written = acceptedResponse(operation);
  const closed = responseSchema(operationId, dialect);
  const schema = fields === 'any' ? open(closed) : closed;
  return {
    ...written,
    description: responseDescription(schema, written),
    content: {
      [JSON_MEDIA_TYPE]: { schema, examples: responseExamples(operationId, dialect) },
    },
  };
}

/** Returns the description in api.yaml; for another response, that of its schema. */
function responseDescription({ $ref }: Schema, written: Response): string {
  const own = written.content?.[JSON_MEDIA_TYPE]?.schema;
  if ($ref === undefined || $ref === own?.$ref) return written.description;
  return (
    serviceContract.components.schemas[getReferenceName($ref)]?.description ?? written.description
  );
}

function responseSchema(operationId: OperationId, dialect: Dialect): Schema {
  switch (operationId) {
    case 'startWalletAuth':
      return schemaReference('Challenge');
    case 'authenticateWallet':
      return schemaReference('Authentication');
    case 'addWalletToUser':
      return schemaReference('Empty');
    case 'sendSmsOtp':
      return sentSchema('sms', dialect);
    case 'authenticateSmsOtp':
      return authenticatedSchema('sms', dialect);
    case 'sendEmailOtp':
      return sentSchema('email', dialect);
    case 'authenticateEmailOtp':
      return authenticatedSchema('email', dialect);
    case 'getUser':
      return readUserSchema(dialect);
  }
}

function withoutUnusedSchemas(document: OpenApiDocument): OpenApiDocument {
  const { paths, components } = document;
  const used = listReachedSchemas(paths, components.schemas);
  const schemas = Object.entries(components.schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } };
}

function effectiveComponents(
  { schemas, securitySchemes }: Components,
  dialect: Dialect,
): Components {
  const session = sessionScheme(dialect);
  return {
    securitySchemes: {
      ...securitySchemes,
      ...(securitySchemes?.['bearer'] && {
        bearer: bearerScheme(securitySchemes['bearer'], dialect),
      }),
      ...(session && { session }),
    },
    schemas: openRequestBodies(
      {
        ...schemas,
        ...walletSchemas(schemas, dialect),
        ...otpSchemas(schemas, dialect),
        ...userSchemas(schemas, dialect),
      },
      dialect,
    ),
  };
}
