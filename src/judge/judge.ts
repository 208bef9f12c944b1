/** The judge: what a request and its response have against them. */
import { isAccepted, isOfIntermediary, type Exchange } from './exchange.ts';
import type { Memory } from './memory.ts';
import type { JudgedExchange, Known, RequestRule, ResponseRule } from './rule.ts';
import { contentHeaders } from './rules/2.1-headers.ts';
import { challengeText } from './rules/2.3-challenge.ts';
import { userMask } from './rules/2.4-user-mask.ts';
import { masks } from './rules/2.5-masks.ts';
import { userParts } from './rules/2.7-user.ts';
import { acceptedRequest } from './rules/4-accepted-request.ts';
import { nearlyAnOperation } from './rules/4-path.ts';
import { requestBody } from './rules/4-request-body.ts';
import { responseBodyRule } from './rules/4-response-body.ts';
import { usedCode } from './rules/4.5-used-code.ts';
import { clientCredentials } from './rules/5.1-credentials.ts';
import { bearer } from './rules/5.2-bearer.ts';
import { refusalBody } from './rules/7-refusal-body.ts';
import type { Violation } from './violation.ts';

const requestRules: readonly RequestRule[] = [
  nearlyAnOperation,
  clientCredentials,
  contentHeaders,
  bearer,
  requestBody,
];

const responseRules: readonly ResponseRule[] = [
  responseBodyRule,
  acceptedRequest,
  refusalBody,
  challengeText,
  userMask,
  userParts,
  usedCode,
  masks,
];

/**
 * Returns the violations of a request and its response. Responses of intermediaries (429, redirects, 5xx)
 * do not count.
 *
 * @param memory observations of earlier exchanges
 */
export function judge(exchange: Exchange, memory: Memory): readonly Violation[] {
  const inRequest = requestRules.flatMap(({ check }) => check(exchange));
  return [...inRequest, ...judgeResponse(exchange, { memory, inRequest })];
}

/** Returns the violations of a response. */
export function judgeResponse(exchange: Exchange, known: Known): readonly Violation[] {
  if (!isOfService(exchange)) return [];
  const kind = isAccepted(exchange) ? 'accepted' : 'refused';
  return responseRules.flatMap(({ on, check }) =>
    on === 'any' || on === kind ? check(exchange, known) : [],
  );
}

function isOfService(exchange: Exchange): exchange is JudgedExchange {
  const { operationId, status } = exchange;
  return operationId !== undefined && status !== null && !isOfIntermediary(status);
}
