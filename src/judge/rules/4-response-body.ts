import {
  fieldRequirements,
  operationRequirements,
  type FieldRequirements,
} from '../../contract/requirement-ids.gen.ts';
import type { Detail } from '../../contract/words.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { partsOf } from '../../documents/pointer.ts';
import { propertyOf } from '../named-in-body.ts';
import type { JudgedExchange, ResponseRule } from '../rule.ts';
import { violation, type Violation } from '../violation.ts';

/** §2, §4, §7: status and body match the effective contract. */
export const responseBodyRule: ResponseRule = {
  blames: 'deployment',
  on: 'any',
  check(exchange) {
    const { contract, operationId, status, responseBody, responseFault } = exchange;
    if (responseFault?.kind === 'tooLarge') return [];
    if (responseFault !== undefined) {
      const rule = status < 300 ? '4.body.response-json' : '7.errors.body';
      return [violation('response', rule, { pointer: '/body', message: responseFault.message })];
    }
    return contract
      .responseDetails(operationId, status, responseBody)
      .map((detail) => violationOf(detail, exchange));
  },
};

function violationOf(detail: Detail, exchange: JudgedExchange): Violation {
  const { operationId, status, contract, responseBody } = exchange;
  if (detail.pointer === '/status') {
    return violation('response', status < 300 ? '4.success.status' : '7.errors.status', detail);
  }
  if (status >= 400) return violation('response', '7.errors.body', detail);
  return operationId === 'getUser'
    ? userViolation(withAbsence(detail, responseBody), contract.dialect)
    : fieldViolation(detail, operationId);
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

/** §4.1 to §4.7 */
function fieldViolation(detail: Detail, operationId: JudgedExchange['operationId']): Violation {
  const { response } = operationRequirements[operationId];
  const { kind = 'value' } = detail;
  // §4.3: an empty object has no other field.
  if (operationId === 'addWalletToUser') return violation('response', response, detail);
  // The interface does not limit other members.
  if (kind === 'unknown') return violation('response', response, detail, 'OPEN');
  // Which operation of a pair returns record and session is open (§4.5, §4.7).
  const ids = FIELDS[detail.pointer.replace(/^\/body\/?/, '')];
  if (ids !== undefined && kind === 'missing' && operationId.endsWith('Otp')) {
    return violation('response', response, detail, 'OPEN');
  }
  return violation('response', ids?.[kind] ?? response, detail);
}

/** §2.7: a part that is null is as absent as one that is missing. */
function withAbsence(detail: Detail, responseBody: unknown): Detail {
  const value = partsOf(detail.pointer).slice(1).reduce<unknown>(propertyOf, responseBody);
  return value === null ? { ...detail, kind: 'missing' } : detail;
}

/** §2.7: values are stated, names are not. */
function userViolation(detail: Detail, { user: { envelope, names } }: Dialect): Violation {
  const { kind = 'value', pointer } = detail;
  const inBody = pointer.split('/').slice(2);
  const [part, ...inPart] = envelope === 'none' ? inBody : inBody.slice(1);
  const last = inPart.at(-1);
  if (part === undefined) {
    const isObject = inBody.length > 0 || kind === 'missing';
    const { response } = operationRequirements.getUser;
    return violation('response', isObject ? '4.8.response.shape' : response, detail);
  }
  if (inPart.length === 0 && kind === 'missing') {
    return violation('response', '2.7.user.names', detail);
  }
  const schemas = fieldRequirements;
  const isIn = (name: string, field: string) => part === name && last === field;
  const ids = isIn(names.kyc, 'status')
    ? schemas['Kyc']?.['status']
    : isIn(names.flags, names.code)
      ? schemas['Flag']?.['code']
      : isIn(names.flags, names.category)
        ? schemas['Flag']?.['category']
        : isIn(names.transactions, names.cryptoStatus)
          ? schemas['Transaction']?.['cryptoStatus']
          : isIn(names.transactions, 'transactionHash')
            ? schemas['Transaction']?.['transactionHash']
            : undefined;
  const isFlag = part === names.flags && inPart.length > 0;
  const whole = isFlag ? '2.7.flag.record' : '2.7.user.other-parts';
  const rule = kind === 'unknown' ? undefined : ids?.[kind];
  // How a hash looks is not shown.
  const isLook = rule === '2.7.transaction.transactionHash' && kind !== 'type';
  return violation('response', rule ?? whole, detail, isLook ? 'OPEN' : undefined);
}
