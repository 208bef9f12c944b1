/**
 * The effective contract: openapi/api.yaml with a dialect applied. It describes exactly what a deployment
 * of that dialect accepts and returns.
 */
import type { Dialect } from '../dialect/dialect.ts';
import { bearerScheme, securityOf, sessionScheme } from './effective/bearer.ts';
import { responseExamples, requestExamples } from './effective/examples.ts';
import { jsonOf } from './effective/json-value.ts';
import { descriptionOf } from './effective/operation-words.ts';
import { authenticatedSchema, otpSchemas, sentSchema } from './effective/otp-schemas.ts';
import { NO_OPENINGS, open, withOpenSchemas } from './effective/openings.ts';
import type { Openings } from './effective/openings.ts';
import { refusals } from './effective/refusals.ts';
import { effectiveRequestBody, openRequestBodies } from './effective/request-bodies.ts';
import type { Schemas } from './effective/service-contract.ts';
import {
  JSON_MEDIA_TYPE,
  acceptedResponse,
  nameOfReference,
  schemaReference,
  serviceContract,
  serviceOperations,
} from './effective/service-contract.ts';
import { successStatus } from '../dialect/success-status.ts';
import { withoutUnusedSchemas } from './effective/unused-schemas.ts';
import { userIdParameters } from './effective/user-id.ts';
import { readUserSchema, userSchemas } from './effective/user-schemas.ts';
import { walletSchemas } from './effective/wallet-schemas.ts';
import type {
  Components,
  OpenApiDocument,
  Operation,
  Response,
  Schema,
} from './openapi-document.ts';
import type { OperationId } from './words.ts';

/**
 * Applies a dialect to the contract of the service. Pure; takes about a millisecond.
 *
 * Two dialects have different contracts even if no schema shows the difference, since all values are in
 * `x-dialect` of its info.
 *
 * @param openings what is allowed beyond the dialect; default: nothing
 */
export function effectiveContract(
  dialect: Dialect,
  openings: Openings = NO_OPENINGS,
): OpenApiDocument {
  const document = withoutUnusedSchemas({
    ...serviceContract,
    info: { ...serviceContract.info, 'x-dialect': jsonOf(dialect) },
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
    ...descriptionOf(operationId, dialect),
    security: securityOf(operationId, dialect),
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

/** Returns the response of api.yaml; for another response, that of the schema. */
function responseDescription({ $ref }: Schema, written: Response): string {
  const own = written.content?.[JSON_MEDIA_TYPE]?.schema;
  if ($ref === undefined || $ref === own?.$ref) return written.description;
  return (
    serviceContract.components.schemas[nameOfReference($ref)]?.description ?? written.description
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
    schemas: openRequestBodies(effectiveSchemas(schemas, dialect), dialect),
  };
}

function effectiveSchemas(schemas: Schemas, dialect: Dialect): Schemas {
  return {
    ...schemas,
    ...walletSchemas(schemas, dialect),
    ...otpSchemas(schemas, dialect),
    ...userSchemas(schemas, dialect),
  };
}
