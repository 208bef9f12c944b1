/** Finds what violates the interface in a request and its response. */
import { isAccepted, mayBeFromIntermediary, type Exchange } from './exchange.ts';
import type { Memory } from './memory.ts';
import { findRequestViolations } from './rules/request.ts';
import { findSchemaViolations } from './rules/response-schema.ts';
import {
  acceptedRules,
  leakRules,
  type JudgedExchange,
  type RuleContext,
} from './rules/response.ts';
import type { Violation } from './violation.ts';

/** Returns the violations. A response that an intermediary may have sent is not compared with the schema. */
export function judge(exchange: Exchange, memory: Memory): readonly Violation[] {
  const requestViolations = findRequestViolations(exchange);
  return [...requestViolations, ...judgeResponse(exchange, { memory, requestViolations })];
}

export function judgeResponse(exchange: Exchange, context: RuleContext): readonly Violation[] {
  if (!hasResponse(exchange)) return [];
  const rules = isAccepted(exchange) ? acceptedRules : leakRules;
  const violations = rules.flatMap((rule) => rule(exchange, context));
  return mayBeFromIntermediary(exchange.status)
    ? violations
    : [...findSchemaViolations(exchange), ...violations];
}

function hasResponse(exchange: Exchange): exchange is JudgedExchange {
  return exchange.operationId !== undefined && exchange.status !== null;
}
