/**
 * Finds the requirement by which a request is refused, and converts requirements on the deployment (what it
 * refuses) into requirements on the client (what it sends), and back.
 */
import type { ViolatedRule, NearMiss } from '../contract/control-types.ts';
import {
  causeRequirements,
  fieldRequirements,
  operationRequirements,
  type FieldRequirements,
} from '../contract/requirement-ids.gen.ts';
import type { Detail, OperationId } from '../contract/types.ts';
import { getProperty } from '../documents/json-object.ts';
import type { Cause } from '../domain/errors.ts';
import { findText } from './body-fields.ts';

export interface RefusedRequest {
  readonly operationId: OperationId | undefined;
  readonly cause: Cause;
  readonly details: readonly Detail[];
  /** The body without secrets. */
  readonly body: unknown;
  /** The nearest operation, for a request to an unknown path or method. */
  readonly nearMiss: NearMiss | undefined;
}

const FIELDS: Readonly<Record<string, FieldRequirements>> = {
  ...fieldRequirements['SignedWalletIdentity'],
  ...fieldRequirements['SmsDestination'],
  ...fieldRequirements['EmailDestination'],
};

const UNKNOWN_FIELD = '7.requests.unknown-fields';
const MISSING_CREDENTIALS = '5.1.credentials.missing-refused';
const JSON_BODY = '4.body.request-json';

/** Returns the requirement behind a refusal, with its clause; undefined if the interface has none. */
export function findViolatedRule(refused: RefusedRequest): ViolatedRule | undefined {
  const id = findRequirement(refused);
  // An id starts with its clause.
  return id === undefined ? undefined : { id, clause: /^\d+(?:\.\d+)?/.exec(id)?.[0] ?? '' };
}

function findRequirement(refused: RefusedRequest): string | undefined {
  const { operationId, cause, details } = refused;
  switch (cause) {
    case 'clientCredentials':
      return details.some(({ kind }) => kind === 'missing')
        ? MISSING_CREDENTIALS
        : '5.1.credentials.wrong-refused';
    case 'invalidRequest':
      return findSchemaRequirement(refused);
    case 'notFound':
    case 'methodNotAllowed':
      return getPathRequirement(refused);
    default:
      return findOperationRequirement(operationId, cause) ?? causeRequirements[cause];
  }
}

function findOperationRequirement(
  operationId: OperationId | undefined,
  cause: Cause,
): string | undefined {
  return operationId && operationRequirements[operationId].refused[cause];
}

function getPathRequirement({ nearMiss }: RefusedRequest): string {
  const kinds = nearMiss?.differences.map(({ kind }) => kind) ?? [];
  if (kinds.includes('missingPrefix')) return '9.path.v1';
  if (!kinds.includes('method')) return '4.method.other';
  return nearMiss?.method === 'GET' ? '4.method.get' : '4.method.post';
}

/** Returns the requirement of the first error; an unknown field counts only if there is no other error. */
function findSchemaRequirement(refused: RefusedRequest): string | undefined {
  const ids = refused.details.flatMap((detail) => findDetailRequirement(detail, refused) ?? []);
  return ids.find((id) => id !== UNKNOWN_FIELD) ?? ids[0];
}

function findDetailRequirement(
  { pointer, kind = 'value' }: Detail,
  { operationId, body }: RefusedRequest,
): string | undefined {
  const operationRequirement = findOperationRequirement(operationId, 'invalidRequest');
  if (pointer.startsWith('/query/') || pointer.startsWith('/headers/')) {
    if (kind === 'unknown') return UNKNOWN_FIELD;
    return operationId === 'getUser' ? operationRequirement : undefined;
  }
  // The detail is about the whole body, or about the choice between the two variants.
  if (pointer === '/body') {
    const hasBothFields = hasField(body, 'walletNetwork') && hasField(body, 'walletType');
    return hasBothFields ? '2.2.variant.both-sent' : operationRequirement;
  }
  const field = pointer.slice('/body/'.length);
  // The deployment uses one of the two variants, and the request has the field of the other variant.
  const otherField = OTHER_VARIANT.get(field);
  if (otherField !== undefined) {
    const isOtherVariant = kind === 'unknown' || (kind === 'missing' && hasField(body, otherField));
    if (isOtherVariant) return '2.2.variant.authoritative';
  }
  if (kind === 'unknown') return UNKNOWN_FIELD;
  if (kind === 'missing') return operationRequirement;
  // The number starts as §2.5 requires, but is invalid after that.
  const isInternational = /^\+\d/.test(findText(body, 'phoneNumber') ?? '');
  if (field === 'phoneNumber' && isInternational) return '2.5.phoneNumber.separators';
  return FIELDS[field]?.[kind] ?? operationRequirement;
}

const OTHER_VARIANT: ReadonlyMap<string, string> = new Map([
  ['walletNetwork', 'walletType'],
  ['walletType', 'walletNetwork'],
]);

function hasField(body: unknown, field: string): boolean {
  return getProperty(body, field) !== undefined;
}

/** Pairs of requirements. `sent`: what a client must send. `refused`: the deployment must refuse anything else. */
const REQUIREMENT_PAIRS: readonly { readonly refused: string; readonly sent: string }[] = [
  ...Object.values(operationRequirements).map(({ request, refused }) => ({
    refused: refused.invalidRequest ?? request,
    sent: request,
  })),
  ...Object.values(FIELDS).flatMap(({ sent, type }) =>
    sent === undefined ? [] : [{ refused: type, sent }],
  ),
].filter(({ refused, sent }) => refused !== sent);

/** Returns what a client must send: `sent` of the pair whose `refused` is `id`; without such a pair, `id`. */
export function getClientRequirement(id: string): string {
  return REQUIREMENT_PAIRS.find(({ refused }) => refused === id)?.sent ?? id;
}

const VIOLATED_BY_ACCEPTANCE: ReadonlyMap<string, string> = new Map([
  ...REQUIREMENT_PAIRS.map(({ refused, sent }) => [sent, refused] as const),
  ...Object.values(operationRequirements).flatMap(({ headers }) =>
    headers === undefined ? [] : [[headers, MISSING_CREDENTIALS] as const],
  ),
  [JSON_BODY, JSON_BODY],
  ['2.1.service-client-id.header', MISSING_CREDENTIALS],
  ['2.1.service-client-secret.header', MISSING_CREDENTIALS],
]);

/**
 * Returns the requirement that the deployment violates if it accepts a request that violates `id`;
 * undefined if it may accept the request.
 */
export function findViolatedByAcceptance(id: string): string | undefined {
  return VIOLATED_BY_ACCEPTANCE.get(id);
}
