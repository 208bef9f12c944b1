/** The judge: what violates the interface in a request and its response. */
import { isAccepted, mayBeFromIntermediary, type Exchange } from './exchange.ts';
import type { Memory } from './memory.ts';
import { findRequestViolations } from './rules/request.ts';
import { findSchemaViolations } from './rules/response-schema.ts';
import {
  acceptedRules,
  refusalRules,
  type JudgedExchange,
  type RuleContext,
} from './rules/response.ts';
import type { Violation } from './violation.ts';

/** Returns the violations of a request and its response; ignores a response that an intermediary may have sent. */
export function judge(exchange: Exchange, memory: Memory): readonly Violation[] {
  const requestViolations = findRequestViolations(exchange);
  return [...requestViolations, ...judgeResponse(exchange, { memory, requestViolations })];
}

export function judgeResponse(exchange: Exchange, context: RuleContext): readonly Violation[] {
  if (!isServiceResponse(exchange)) return [];
  const rules = isAccepted(exchange) ? acceptedRules : refusalRules;
  return [...findSchemaViolations(exchange), ...rules.flatMap((rule) => rule(exchange, context))];
}

function isServiceResponse(exchange: Exchange): exchange is JudgedExchange {
  const { operationId, status } = exchange;
  return operationId !== undefined && status !== null && !mayBeFromIntermediary(status);
}
