/** What an answer has against it. */
import type { CompiledContract } from '../contract/validators.ts';
import type { ErrorDetail, OperationId } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import {
  ANSWER_FIELDS,
  ANSWER_RULES,
  OPERATION_RULES,
  ruleOfAcceptance,
} from './operation-rules.ts';
import { NOT_JSON } from './body-copy.ts';
import { ACCEPT } from './request-violations.ts';
import type { SeenAnswer } from './seen-call.ts';
import { isBreach, violation, type Violation } from './violation.ts';

/**
 * @param request what the request has against it: some of that must not be accepted
 * @returns nothing for what stands before the service: 429, redirections, and 5xx, which tell
 *   nothing of the contract by themselves
 */
export function answerViolations(
  { status, body }: SeenAnswer,
  operationId: OperationId,
  request: readonly Violation[],
  contract: CompiledContract,
): readonly Violation[] {
  if (isOfSurroundings(status)) return [];
  const isAccepted = status < 300;
  if (body.kind === 'tooLarge') return [];
  if (body.kind === 'notJson') {
    const rule = isAccepted ? ANSWER_RULES.json : ANSWER_RULES.refusedBody;
    return [violation('response', rule, { pointer: '/body', message: body.why })];
  }
  const value = body.kind === 'json' ? body.value : undefined;
  const found = contract
    .answerDetails(operationId, status, value)
    .map((detail) => violationOf(detail, { operationId, status, contract }));
  return isAccepted ? [...found, ...acceptances(request)] : found;
}

/** What a network, a gateway or a moment can be the reason of. */
export function isOfSurroundings(status: number): boolean {
  return status === 429 || status >= 500 || (status >= 300 && status < 400);
}

/** A call that had to be refused, and was not. */
function acceptances(request: readonly Violation[]): Violation[] {
  return request.filter(isBreach).flatMap(({ rule, pointer, message }) => {
    // What can't be read here may be read there.
    if (rule === ANSWER_RULES.requestJson && message !== NOT_JSON) return [];
    // Whether an answer in JSON is wanted is for the client to say (§2.1).
    if (pointer === ACCEPT) return [];
    const broken = ruleOfAcceptance(rule);
    const told = `accepts a call whose ${pointer} ${message}`;
    return broken === undefined
      ? []
      : [violation('response', broken, { pointer: '/status', message: told })];
  });
}

interface Answered {
  readonly operationId: OperationId;
  readonly status: number;
  readonly contract: CompiledContract;
}

function violationOf(detail: ErrorDetail, { operationId, status, contract }: Answered): Violation {
  if (detail.pointer === '/status') {
    const { acceptedStatus, refusedStatus } = ANSWER_RULES;
    return violation('response', status < 300 ? acceptedStatus : refusedStatus, detail);
  }
  if (status >= 400) return violation('response', ANSWER_RULES.refusedBody, detail);
  return operationId === 'getUser'
    ? userViolation(detail, contract.dialect)
    : fieldViolation(detail, operationId);
}

/** §4.1 to §4.7 */
function fieldViolation(detail: ErrorDetail, operationId: OperationId): Violation {
  const whole = OPERATION_RULES[operationId].response;
  // §4.3: an empty object has no field too many.
  if (operationId === 'addWalletToUser') return violation('response', whole, detail);
  const field = detail.pointer.replace(/^\/body\/?/, '');
  const { message } = detail;
  // More than is shown is no breach: what else there is the interface does not say.
  if (message.startsWith('is not a field')) return violation('response', whole, detail, 'OPEN');
  const rules = ANSWER_FIELDS[field];
  if (rules === undefined) return violation('response', whole, detail);
  const { missing, type, look } = rules;
  const ofWrong = OTHER_TYPE.test(message) ? type : look;
  const rule = message === 'is required' ? missing : ofWrong;
  // Which call of a pair gives record and session is open (§4.5, §4.7).
  const isOpen = message === 'is required' && operationId.endsWith('Otp');
  return violation('response', isOpen ? whole : rule, detail, isOpen ? 'OPEN' : undefined);
}

/** The words of contract/validators/error-words.ts. */
const OTHER_TYPE = /^must be an? (?:string|object|array|number|integer|boolean)\b/;

/** §2.7: values are stated, names are not. */
function userViolation(detail: ErrorDetail, { user: { envelope, names } }: Dialect): Violation {
  const [, , ...inBody] = detail.pointer.split('/');
  const path = envelope === 'none' ? inBody : inBody.slice(1);
  const [part, ...inPart] = path;
  const last = inPart.at(-1);
  const isWrong = detail.message !== 'is required' && !detail.message.startsWith('is not a field');
  if (part === undefined) {
    const isObject = inBody.length > 0 || detail.message === 'is required';
    return violation(
      'response',
      isObject ? '4.8.response.shape' : OPERATION_RULES.getUser.response,
      detail,
    );
  }
  if (part === names.kyc && last === 'status' && isWrong) {
    return violation('response', ANSWER_RULES.kycStatus, detail);
  }
  if (part === names.flags && inPart.length > 0) {
    if (last === names.code && isWrong) {
      const { flagCode, flagCatalogue } = ANSWER_RULES;
      const rule = OTHER_TYPE.test(detail.message) ? flagCode : flagCatalogue;
      return violation('response', rule, detail);
    }
    const rule = last === names.category ? ANSWER_RULES.flagCategory : ANSWER_RULES.flagRecord;
    return violation('response', rule, detail);
  }
  if (part === names.transactions) {
    if (last === names.cryptoStatus && isWrong) {
      return violation('response', ANSWER_RULES.cryptoStatus, detail);
    }
    if (last === 'transactionHash') {
      // How a hash looks is not shown.
      const level = OTHER_TYPE.test(detail.message) ? undefined : 'OPEN';
      return violation('response', ANSWER_RULES.transactionHash, detail, level);
    }
  }
  const isPart = inPart.length === 0 && detail.message === 'is required';
  return violation('response', isPart ? ANSWER_RULES.userNames : ANSWER_RULES.userParts, detail);
}
