/** Provides valid requests: requests that must be accepted, and requests to malform. */
import type { OperationId } from '../../src/contract/types.ts';
import type { JsonValue } from '../../src/contract/openapi-document.ts';
import { findText } from '../responses/fields.ts';
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import type { Attempt } from '../attempt.ts';
import type { RunContext } from '../run-context.ts';
import { NotTested } from '../check-errors.ts';
import { observeValidSend } from '../observations/otp-requests.ts';
import { sendUnlessRejectedBefore } from '../observations/shared-responses.ts';
import {
  withField,
  withoutHeader,
  type HttpRequest,
  type HttpResponse,
  withClientId,
  withSecret,
  withoutSecret,
} from '../target/http-request.ts';
import { createSharedUserRequest } from './shared-user.ts';
import { mayBeRestricted, createUnflaggedWalletError } from './several-users.ts';

export interface Malformation {
  readonly description: string;
  apply(request: HttpRequest): HttpRequest;
}

/** @param change returns the malformed value for the valid one */
export function malformField(
  field: string,
  description: string,
  change: (valid: string) => JsonValue,
): Malformation {
  return {
    description,
    apply: (request) => withField(request, field, change(findText(request.body, field) ?? '')),
  };
}

/** Replaces the field by values that are not strings; the list and the object contain a valid string. */
export function listWrongTypes(field: string): Malformation[] {
  const malform = (description: string, change: (valid: string) => JsonValue) =>
    malformField(field, `with ${description} as ${field}`, change);
  return [
    malform('a number', () => 12_345),
    malform('null', () => null),
    malform('true', () => true),
    malform('a list', (valid) => [valid]),
    malform('an object', (valid) => ({ [field]: valid })),
  ];
}

export const withoutCredentials = (request: HttpRequest) =>
  withoutSecret(withoutHeader(request, 'service-client-id'));

/** Returns the request with an unknown client id that starts like a valid id. */
export const withUnknownId = (request: HttpRequest) =>
  withClientId(request, `${request.headers['service-client-id'] ?? ''}-unknown`);

/** Returns the request with a wrong secret that starts like a valid secret. */
export const withWrongSecret = (request: HttpRequest) =>
  withSecret(request, `${request.headers['service-client-secret'] ?? ''}0`);

export async function assertEachRefused(
  t: Attempt,
  operation: OperationId,
  malformations: readonly Malformation[],
): Promise<void> {
  await t.ctx.requireWorking(operation);
  let valid: HttpRequest | undefined;
  for (const { description, apply } of malformations) {
    if (valid === undefined || isInvalidatedByRefusal(t, operation))
      valid = await getRequestToMalform(t, operation);
    const response = await sendUnlessRejectedBefore(t, apply(valid), (attempt, request) =>
      attempt.dispatch(request),
    );
    assertRejectedWithoutData(t, response, `a request ${description}`);
  }
}

/** Asserts that a valid request of an operation is accepted, perhaps an earlier request of this run. */
export async function assertValidAccepted(
  t: Attempt,
  operation: OperationId,
): Promise<HttpResponse> {
  const result = await t.ctx.requireWorking(operation).catch(returnNotTested);
  const response = result instanceof NotTested ? await sendAnotherValid(t, operation) : result;
  t.requireServiceResponse(response);
  const mayBeForbidden = operation === 'addWalletToUser' && mayBeRestricted(t);
  if (!response.accepted && mayBeForbidden) throw createUnflaggedWalletError();
  t.assertAccepted(response, `a valid ${operation} request`);
  return response;
}

/** Sends another valid request. A code is sent to a declared destination if a generated one is rejected. */
async function sendAnotherValid(t: Attempt, operation: OperationId): Promise<HttpResponse> {
  switch (operation) {
    case 'sendSmsOtp':
      return (await observeValidSend(t, 'sms')).response;
    case 'sendEmailOtp':
      return (await observeValidSend(t, 'email')).response;
    default:
      return t.dispatch(await t.createValidRequest(operation));
  }
}

/** Returns the error if it is NotTested; rethrows every other error. */
export function returnNotTested(error: unknown): NotTested {
  if (error instanceof NotTested) return error;
  throw error;
}

/**
 * Returns the response to a valid request. If that request is refused, sends invalid variants: fails if the
 * deployment accepts only such a variant, otherwise throws NotTested.
 *
 * @param examineUnknown runs if a dialect key that the valid request needs could not be detected
 */
export async function sendValidElseInvalidVariants(
  t: Attempt,
  operation: OperationId,
  invalidVariants: readonly Malformation[],
  examineUnknown: (t: Attempt, operation: OperationId) => Promise<void> = async () => undefined,
): Promise<HttpResponse> {
  const result = await t.ctx.requireWorking(operation).catch(returnNotTested);
  if (!(result instanceof NotTested)) return result;
  if (result.causeType === 'dialect') await examineUnknown(t, operation);
  if (result.causeType === 'contract') {
    for (const { description, apply } of invalidVariants) {
      const response = await t.dispatch(apply(await t.createValidRequest(operation)));
      const valid = response.accepted
        ? await t.dispatch(await t.createValidRequest(operation))
        : null;
      t.assert(
        valid === null || valid.accepted,
        `expected 2xx for a valid request, got 2xx only for a request ${description}`,
        response,
        valid,
      );
    }
  }
  throw result;
}

const validRequests = new WeakMap<RunContext, Map<OperationId, Promise<HttpRequest>>>();

/** Operations whose request needs a code or session, and stays valid after a malformed copy of it is refused. */
const COSTLY_OPERATIONS: ReadonlySet<OperationId> = new Set([
  'addWalletToUser',
  'authenticateSmsOtp',
  'authenticateEmailOtp',
  'getUser',
]);

/** Returns a valid request that is never sent unmodified; a costly one is shared by all checks of the run. */
async function getRequestToMalform(t: Attempt, operation: OperationId): Promise<HttpRequest> {
  if (!COSTLY_OPERATIONS.has(operation)) return t.createValidRequest(operation);
  const requests = validRequests.get(t.ctx) ?? new Map<OperationId, Promise<HttpRequest>>();
  validRequests.set(t.ctx, requests);
  const request = requests.get(operation) ?? createSharedUserRequest(t, operation);
  requests.set(operation, request);
  try {
    return await request;
  } catch (error) {
    requests.delete(operation);
    throw error;
  }
}

/** Returns whether a valid request is no longer valid after a refusal of a malformed copy (§4.2). */
function isInvalidatedByRefusal(t: Attempt, operation: OperationId): boolean {
  const { onBadSignature } = t.dialect.wallet.challenge;
  return operation === 'authenticateWallet' && onBadSignature === 'burn';
}
