/** §2.1, §4, §5: violations of the interface in a request. */
import { readCustomSession } from '../../contract/wire/session-place.ts';
import { operationRequirements } from '../../contract/requirement-ids.gen.ts';
import type { Detail, OperationId } from '../../contract/types.ts';
import { getBearerUse, getSessionPointer, listAcceptedTokens } from '../../dialect/bearer-use.ts';
import { Refusal } from '../../domain/errors.ts';
import { acceptsJson } from '../../http/accepts-json.ts';
import { getQuery } from '../../http/request-head.ts';
import { findToken } from '../bearer.ts';
import { getHeader, type Exchange } from '../exchange.ts';
import { findNearMiss } from '../near-miss.ts';
import { findViolatedRule, getClientRequirement } from '../refusal-requirement.ts';
import { createViolation, type Violation } from '../violation.ts';

type OperationRequest = Exchange & { readonly operationId: OperationId };

/** Returns the violations of a request; without a matching operation, it is compared with similar ones. */
export function findRequestViolations(exchange: Exchange): readonly Violation[] {
  const { operationId } = exchange;
  if (operationId === undefined) return findNearMissViolations(exchange);
  const request: OperationRequest = { ...exchange, operationId };
  return [
    ...findCredentialViolations(request),
    ...findContentViolations(request),
    ...findBearerViolations(request),
    ...findBodyViolations(request),
  ];
}

function createRequestViolation(rule: string, detail: Detail): Violation {
  return createViolation('request', rule, detail);
}

/**
 * §4, §9: a request that resembles an operation. The service has more operations than the interface shows
 * (§1), so a similar path counts as a mistake only if the request is rejected.
 */
function findNearMissViolations(exchange: Exchange): readonly Violation[] {
  const nearMiss = findNearMiss(exchange);
  if (nearMiss === undefined) return [];
  const { operation, method, path, differences } = nearMiss;
  const kinds = new Set(differences.map(({ kind }) => kind));
  const isRejected = exchange.status !== null && exchange.status >= 400;
  if ((kinds.has('spelling') || kinds.has('extraPrefix')) && !isRejected) return [];
  const message = `is similar to ${method} ${path} (${operation})`;
  if (kinds.has('method')) {
    // Other methods for a user are not shown (§1).
    return operation === 'getUser'
      ? []
      : [createRequestViolation('4.method.post', { pointer: '/method', message })];
  }
  const pathRule = kinds.has('missingPrefix') ? '9.path.v1' : '4.path.base-url';
  // The path of the user read is not shown (§4.8).
  const rule = operation === 'getUser' ? '4.8.path' : pathRule;
  return [createRequestViolation(rule, { pointer: '/path', message })];
}

const CREDENTIALS = ['service-client-id', 'service-client-secret'] as const;

/** §5.1: every request carries id and secret of the client. */
function findCredentialViolations(exchange: OperationRequest): readonly Violation[] {
  const { headers } = operationRequirements[exchange.operationId];
  return listMissingCredentials(exchange).map((name) =>
    createRequestViolation(headers ?? `2.1.${name}.header`, {
      pointer: `/headers/${name}`,
      message: 'is required',
      kind: 'missing',
    }),
  );
}

export function listMissingCredentials(exchange: Pick<Exchange, 'headers'>) {
  return CREDENTIALS.filter((name) => (getHeader(exchange, name) ?? '') === '');
}

export const ACCEPT_POINTER = '/headers/accept';

/** §2.1: Accept allows JSON, and Content-Type declares that a body is JSON. */
function findContentViolations(exchange: OperationRequest): readonly Violation[] {
  const { operationId, body } = exchange;
  const violations: Violation[] = [];
  if (rejectsJson(exchange)) {
    // §4.1 to §4.3 list the header; for other operations the interface does not define the behaviour.
    const { headers } = operationRequirements[operationId];
    const rule = operationId.includes('Wallet') ? headers : undefined;
    const message = 'must allow application/json';
    violations.push(
      createRequestViolation(rule ?? '2.1.accept.other', { pointer: ACCEPT_POINTER, message }),
    );
  }
  if (body !== undefined && !isLabelledJson(exchange)) {
    const detail = { pointer: '/headers/content-type', message: 'must be application/json' };
    violations.push(createRequestViolation('2.1.content-type.json-accepted', detail));
  }
  return violations;
}

/** Returns whether a request has an Accept header that does not allow JSON. */
export function rejectsJson(exchange: Pick<Exchange, 'headers'>): boolean {
  const accept = getHeader(exchange, 'accept');
  return accept !== undefined && !acceptsJson(accept);
}

export function isLabelledJson(exchange: Pick<Exchange, 'headers'>): boolean {
  return /^\s*application\/json\s*(?:;|$)/i.test(getHeader(exchange, 'content-type') ?? '');
}

/**
 * §5.2: the SMS send has a bearer token. The dialect defines the tokens of other operations (§5.7), and
 * where a session is sent (§5.8).
 */
function findBearerViolations(exchange: OperationRequest): readonly Violation[] {
  const { operationId, headers, contract } = exchange;
  const { dialect } = contract;
  if (getBearerUse(operationId, dialect) !== 'required') return [];
  const needsCustomSession =
    dialect.session.sentIn !== 'authorization' &&
    !listAcceptedTokens(operationId, dialect).includes('client');
  const token = needsCustomSession ? readCustomSession(headers, dialect) : findToken(exchange);
  if (token !== undefined) return [];
  const otherRule = operationId === 'getUser' ? '4.8.parameters' : '5.7.bearer.other-operations';
  const rule = operationId === 'sendSmsOtp' ? '2.1.authorization.bearer' : otherRule;
  const detail = needsCustomSession
    ? { pointer: getSessionPointer(dialect), message: 'must be a session token' }
    : { pointer: '/headers/authorization', message: 'must be Bearer <token>' };
  return [createRequestViolation(rule, detail)];
}

/** §4.1 to §4.8: the request matches the schema of its operation. */
function findBodyViolations(exchange: OperationRequest): readonly Violation[] {
  const { operationId, contract, body, bodyProblem } = exchange;
  const pointer = '/body';
  if (bodyProblem?.kind === 'tooLarge') {
    const { message = `must have at most ${contract.dialect.limits.bodyBytes} bytes` } =
      bodyProblem;
    return [createRequestViolation('8.limits.size', { pointer, message })];
  }
  if (bodyProblem?.kind === 'incomplete') return [];
  if (bodyProblem !== undefined) {
    return [
      createRequestViolation('4.body.request-json', { pointer, message: bodyProblem.message }),
    ];
  }
  return findSchemaDetails(exchange).map((detail) => {
    const rejection = { operationId, cause: 'invalidRequest', details: [detail], body } as const;
    const rule = findViolatedRule({ ...rejection, nearMiss: undefined })?.id;
    return createRequestViolation(
      getClientRequirement(rule ?? operationRequirements[operationId].request),
      detail,
    );
  });
}

function findSchemaDetails(exchange: OperationRequest): readonly Detail[] {
  const { contract, operationId, headers, url, body } = exchange;
  const headersByName = Object.keys(headers).map(
    (name) => [name, getHeader(exchange, name)] as const,
  );
  try {
    contract.validateRequest(operationId, {
      headers: Object.fromEntries<string | undefined>(headersByName),
      query: Object.fromEntries(new URLSearchParams(getQuery(url))),
      body,
    });
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.details;
    throw error;
  }
}
