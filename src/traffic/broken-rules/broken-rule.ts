/** Finds the rule that a refusal rests on. */
import type { BrokenRule, NearMiss } from '../../contract/control-words.ts';
import type { ErrorDetail, OperationId } from '../../contract/words.ts';
import type { Cause } from '../../domain/errors.ts';
import {
  BEARER,
  BOTH_VARIANTS,
  CAUSES,
  CREDENTIALS,
  FIELDS,
  MISSING,
  NO_OPERATION,
  OTHER_VARIANT,
  PHONE_SEPARATORS,
  UNKNOWN_FIELD,
} from './refusal-rules.ts';
import { propertyOf, textIn } from '../journal/named-in-body.ts';

/** What the mapping looks at. */
export interface RefusedCall {
  readonly operationId: OperationId | undefined;
  readonly cause: Cause;
  readonly details: readonly ErrorDetail[];
  /** The body, secrets left out. */
  readonly body: unknown;
  /** For a call that fits no operation. */
  readonly nearMiss: NearMiss | undefined;
}

/** How a field is wrong. */
type Wrong = 'missing' | 'type' | 'value' | 'unknown';

/** @returns undefined where no rule of the interface stands behind the refusal */
export function brokenRule(call: RefusedCall): BrokenRule | undefined {
  const id = ruleId(call);
  return id === undefined ? undefined : { id, clause: clauseOf(id) };
}

function ruleId(call: RefusedCall): string | undefined {
  const { operationId, cause, details } = call;
  switch (cause) {
    case 'clientCredentials':
      return details.some(isMissing) ? CREDENTIALS.missing : CREDENTIALS.wrong;
    case 'bearer':
      return (operationId && BEARER[operationId]) ?? BEARER.other;
    case 'schema':
      return schemaRule(call);
    case 'notFound':
    case 'method':
      return noOperationRule(call);
    default: {
      const rule = CAUSES[cause];
      return typeof rule === 'string' ? rule : operationId && rule?.[operationId];
    }
  }
}

function noOperationRule({ nearMiss }: RefusedCall): string {
  const kinds = nearMiss?.differences.map(({ kind }) => kind) ?? [];
  if (kinds.includes('missingPrefix')) return NO_OPERATION.prefix;
  if (!kinds.includes('method')) return NO_OPERATION.other;
  return nearMiss?.method === 'GET' ? NO_OPERATION.getter : NO_OPERATION.poster;
}

/** Of several things that are wrong, an unknown field says the least. */
function schemaRule(call: RefusedCall): string | undefined {
  const rules = call.details.flatMap((detail) => detailRule(detail, call) ?? []);
  return rules.find((rule) => rule !== UNKNOWN_FIELD) ?? rules[0];
}

function detailRule(detail: ErrorDetail, call: RefusedCall): string | undefined {
  const { pointer } = detail;
  const missing = call.operationId && MISSING[call.operationId];
  const wrong = wrongOf(detail);
  if (pointer.startsWith('/query/') || pointer.startsWith('/headers/')) {
    if (wrong === 'unknown') return UNKNOWN_FIELD;
    return call.operationId === 'getUser' ? missing : undefined;
  }
  // The whole body, or the choice between the two variants.
  if (pointer === '/body')
    return has(call.body, 'walletNetwork') && has(call.body, 'walletType')
      ? BOTH_VARIANTS
      : missing;

  const field = pointer.slice('/body/'.length);
  if (isOtherVariant(field, wrong, call)) return OTHER_VARIANT;
  if (wrong === 'unknown') return UNKNOWN_FIELD;
  if (wrong === 'missing') return missing;
  if (field === 'phoneNumber' && isInternational(call.body)) return PHONE_SEPARATORS;
  return FIELDS[field]?.[wrong] ?? missing;
}

/** One variant is missing, or unknown, while the other is there: the deployment holds to one. */
function isOtherVariant(field: string, wrong: Wrong, { body }: RefusedCall): boolean {
  if (field !== 'walletNetwork' && field !== 'walletType') return false;
  const other = field === 'walletNetwork' ? 'walletType' : 'walletNetwork';
  return wrong === 'unknown' || (wrong === 'missing' && has(body, other));
}

/** The words are those of contract/validators/error-words.ts. */
function wrongOf(detail: ErrorDetail): Wrong {
  const { message } = detail;
  if (isMissing(detail)) return 'missing';
  if (message === 'must be a string') return 'type';
  return /^is not a (?:field|query parameter) of this call/.test(message) ? 'unknown' : 'value';
}

function isMissing({ message }: ErrorDetail): boolean {
  return message === 'is required';
}

function has(body: unknown, field: string): boolean {
  return propertyOf(body, field) !== undefined;
}

function isInternational(body: unknown): boolean {
  return /^\+\d/.test(textIn(body, 'phoneNumber') ?? '');
}

/** An id starts with its clause. */
function clauseOf(id: string): string {
  return /^\d+(?:\.\d+)?/.exec(id)?.[0] ?? '';
}
