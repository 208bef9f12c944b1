/** §2, §4, §7: status and body match the effective contract. */
import {
  fieldRequirements,
  operationRequirements,
  type FieldRequirements,
} from '../../contract/requirement-ids.gen.ts';
import type { Detail } from '../../contract/types.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { listEnvelopes } from '../../dialect/envelope.ts';
import { getProperty } from '../../documents/json-object.ts';
import { parsePointer } from '../../documents/pointer.ts';
import { getSuccessStatus } from '../../dialect/success-status.ts';
import { isAccepted } from '../exchange.ts';
import { createViolation, type Violation } from '../violation.ts';
import type { JudgedExchange } from './response.ts';

export function findSchemaViolations(exchange: JudgedExchange): readonly Violation[] {
  const { contract, operationId, status, responseBody, responseProblem } = exchange;
  if (responseProblem?.kind === 'tooLarge' || responseProblem?.kind === 'incomplete') return [];
  if (responseProblem !== undefined) {
    const rule = status < 300 ? '4.body.response-json' : '7.errors.body';
    return [createResponseViolation(rule, { pointer: '/body', message: responseProblem.message })];
  }
  const details = contract.findResponseDetails(operationId, status, responseBody);
  return [...details, ...findDetailsOfOtherSuccess(exchange)].map((detail) =>
    toViolation(detail, exchange),
  );
}

/** Returns what is wrong with the body of a success status that the dialect does not declare. */
function findDetailsOfOtherSuccess(exchange: JudgedExchange): readonly Detail[] {
  const { contract, operationId, responseBody } = exchange;
  const declared = getSuccessStatus(operationId, contract.dialect);
  const isOther = isAccepted(exchange) && exchange.status !== declared;
  // A status 204 without a body is as valid as an empty object (§4.3).
  if (!isOther || (operationId === 'addWalletToUser' && responseBody === undefined)) return [];
  return contract.findResponseDetails(operationId, declared, responseBody);
}

function createResponseViolation(
  rule: string,
  detail: Detail,
  level?: Violation['level'],
): Violation {
  return createViolation('response', rule, detail, level);
}

function toViolation(detail: Detail, exchange: JudgedExchange): Violation {
  const { operationId, status, contract, responseBody } = exchange;
  if (detail.pointer === '/status') {
    return createResponseViolation(status < 300 ? '4.success.status' : '7.errors.status', detail);
  }
  if (status >= 400) return createResponseViolation('7.errors.body', detail);
  return operationId === 'getUser'
    ? toUserViolation(treatNullAsMissing(detail, responseBody), contract.dialect)
    : toFieldViolation(detail, operationId);
}

/** The fields of responses, by their place in the body. */
const FIELDS: Readonly<Record<string, FieldRequirements>> = {
  ...fieldRequirements['Challenge'],
  ...fieldRequirements['Authentication'],
  ...fieldRequirements['PhoneRecord'],
  ...fieldRequirements['EmailRecord'],
  ...Object.fromEntries(
    Object.entries(fieldRequirements['UserMask'] ?? {}).map(([name, ids]) => [
      `userMask/${name}`,
      ids,
    ]),
  ),
};

/** Selects the rule for a field of a response (§4.1 to §4.7). */
function toFieldViolation(detail: Detail, operationId: JudgedExchange['operationId']): Violation {
  const { response } = operationRequirements[operationId];
  const { kind = 'value' } = detail;
  // §4.3: the response is an empty object, so every field violates this rule.
  if (operationId === 'addWalletToUser') return createResponseViolation(response, detail);
  // The interface does not limit other members.
  if (kind === 'unknown') return createResponseViolation(response, detail, 'OPEN');
  // §4.5, §4.7: it is not shown which of the two operations returns the record, and which the session.
  const ids = FIELDS[detail.pointer.replace(/^\/body\/?/, '')];
  const isOpen = ids !== undefined && kind === 'missing' && operationId.endsWith('Otp');
  return isOpen
    ? createResponseViolation(response, detail, 'OPEN')
    : createResponseViolation(ids?.[kind] ?? response, detail);
}

/** Treats a part of the user that is null as missing (§2.7). */
function treatNullAsMissing(detail: Detail, responseBody: unknown): Detail {
  const [, ...pathInBody] = parsePointer(detail.pointer);
  const value = pathInBody.reduce<unknown>(getProperty, responseBody);
  return value === null ? { ...detail, kind: 'missing' } : detail;
}

/** Selects the rule for a part of the user: the interface states values, but not names (§2.7). */
function toUserViolation(detail: Detail, dialect: Dialect): Violation {
  const { kind = 'value', pointer } = detail;
  const pathInBody = pointer.split('/').slice(2);
  const [part, ...pathInPart] = pathInBody.slice(listEnvelopes(dialect).length);
  if (part === undefined) {
    // The body is an object, but has no user at the place in the dialect.
    const isWrongPlace = pathInBody.length > 0 || kind === 'missing';
    return createResponseViolation(
      isWrongPlace ? '4.8.response.shape' : operationRequirements.getUser.response,
      detail,
    );
  }
  if (pathInPart.length === 0 && kind === 'missing')
    return createResponseViolation('2.7.user.names', detail);
  const requirements = findUserFieldRequirements(part, pathInPart.at(-1), dialect);
  const rule = kind === 'unknown' ? undefined : requirements?.[kind];
  const isFlag = part === dialect.user.names.flags && pathInPart.length > 0;
  const otherRule = isFlag ? '2.7.flag.record' : '2.7.user.other-parts';
  // The format of a hash is not shown.
  const isFormat = rule === '2.7.transaction.transactionHash' && kind !== 'type';
  return createResponseViolation(rule ?? otherRule, detail, isFormat ? 'OPEN' : undefined);
}

function findUserFieldRequirements(
  part: string,
  field: string | undefined,
  { user: { names } }: Dialect,
): FieldRequirements | undefined {
  const { Kyc: kyc, Flag: flag, Transaction: transaction } = fieldRequirements;
  const rows = [
    { part: names.kyc, field: 'status', ids: kyc?.['status'] },
    { part: names.flags, field: names.code, ids: flag?.['code'] },
    { part: names.flags, field: names.category, ids: flag?.['category'] },
    { part: names.transactions, field: names.cryptoStatus, ids: transaction?.['cryptoStatus'] },
    { part: names.transactions, field: 'transactionHash', ids: transaction?.['transactionHash'] },
  ];
  return rows.find((row) => row.part === part && row.field === field)?.ids;
}
