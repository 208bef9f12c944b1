/** §2, §4, §5, §7: violations of the interface in a response, in addition to those of its schema. */
import { listEnvelopes } from '../../dialect/envelope.ts';
import { otpFields } from '../../contract/wire/one-time-password.ts';
import { isJsonObject, getProperty } from '../../documents/json-object.ts';
import { toPointer } from '../../documents/pointer.ts';
import { listSpellings } from '../../redaction/spellings.ts';
import { isUrlSafe, guessPhrase } from '../challenge-text.ts';
import { getHeader, type Exchange } from '../exchange.ts';
import { OTP_OPERATIONS, type Memory } from '../memory.ts';
import { toList, findText } from '../body-fields.ts';
import { findMaskProblem, type MaskProblem } from '../phone-mask.ts';
import { findViolatedByAcceptance } from '../refusal-requirement.ts';
import { detectStackTrace } from '../stack-trace.ts';
import { listFlags, findUserObject } from '../user-read.ts';
import { isInterfaceViolation, createViolation, type Violation } from '../violation.ts';
import { ACCEPT_POINTER } from './request.ts';

/** An exchange of an operation, with a response of the service. */
export interface JudgedExchange extends Exchange {
  readonly operationId: NonNullable<Exchange['operationId']>;
  readonly status: number;
}

export interface RuleContext {
  readonly memory: Memory;
  readonly requestViolations: readonly Violation[];
}

type Rule = (exchange: JudgedExchange, context: RuleContext) => Violation | readonly Violation[];

function createResponseViolation(rule: string, pointer: string, message: string): Violation {
  return createViolation('response', rule, { pointer, message });
}

/** §2, §4, §5.1: the deployment must reject invalid requests. */
const checkAcceptedRequest: Rule = ({ bodyProblem, responseProblem }, { requestViolations }) => {
  if (responseProblem !== undefined) return [];
  return requestViolations.filter(isInterfaceViolation).flatMap(({ rule, pointer, message }) => {
    const violated = findViolatedByAcceptance(rule);
    // The deployment may support another Content-Encoding, and may ignore Accept (§2.1).
    const isUncertain = pointer === '/body' && bodyProblem?.kind === 'encoding';
    if (violated === undefined || isUncertain || pointer === ACCEPT_POINTER) return [];
    return createResponseViolation(
      violated,
      '/status',
      `accepts an invalid request: ${pointer} ${message}`,
    );
  });
};

/** §2.3: a challenge ends with URL-safe characters and differs for each wallet. */
const checkChallenge: Rule = ({ operationId, body, responseBody, contract }, { memory }) => {
  const challenge = findText(responseBody, 'challenge');
  if (operationId !== 'startWalletAuth' || challenge === undefined) return [];
  const { phrase } = contract.dialect.wallet.challenge;
  const actualPhrase = challenge.startsWith(phrase) ? phrase : guessPhrase(challenge);
  const wallet = findText(body, 'walletAddress')?.toLowerCase();
  const earlierWallet = memory.findWalletAddress(challenge);
  const pointer = '/body/challenge';
  const violations: Violation[] = [];
  if (!isUrlSafe(challenge.slice(actualPhrase.length))) {
    const message = 'must end with URL-safe characters';
    violations.push(createResponseViolation('2.3.challenge.url-safe', pointer, message));
  }
  // `wallet` is undefined if flagbearer could not decode the request body.
  if (wallet !== undefined && earlierWallet !== undefined && wallet !== earlierWallet) {
    const message = 'was issued for another wallet';
    violations.push(createResponseViolation('2.3.challenge.random-part', pointer, message));
  }
  return violations;
};

/** An unmasked phone number or email address. */
const CONTACT = /^(?:\+\d{7,15}|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/;

/** §2.4: a userMask shows masks only. */
const checkUserMask: Rule = ({ responseBody }) =>
  listContacts(getProperty(responseBody, 'userMask'), ['body', 'userMask']).map((path) =>
    createResponseViolation(
      '2.4.userMask.phoneMask',
      toPointer(...path),
      'contains a whole phone number or email address',
    ),
  );

/** Returns the paths of phone numbers and email addresses in a JSON value. */
function listContacts(value: unknown, path: readonly string[]): readonly (readonly string[])[] {
  if (typeof value === 'string') return CONTACT.test(value.trim()) ? [path] : [];
  if (!Array.isArray(value) && !isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => listContacts(part, [...path, name]));
}

/** §2.7, §7.5: what the crypto status of a transaction implies. */
const checkUserParts: Rule = ({ operationId, responseBody, contract: { dialect } }) => {
  if (operationId !== 'getUser') return [];
  const { names, flagsShape } = dialect.user;
  const user = findUserObject(responseBody, dialect);
  const flags = getProperty(user, names.flags);
  const hasDeclaredShape = flagsShape === 'list' ? Array.isArray(flags) : isJsonObject(flags);
  const path = ['body', ...listEnvelopes(dialect), names.transactions];
  return toList(getProperty(user, names.transactions)).flatMap((transaction, index) => {
    const status = getProperty(transaction, names.cryptoStatus);
    // The schema checks the type.
    if (status === 'COMPLETE' && (getProperty(transaction, 'transactionHash') ?? '') === '') {
      const pointer = toPointer(...path, index, 'transactionHash');
      const missing = { pointer, message: 'is required for COMPLETE', kind: 'missing' } as const;
      return createViolation('response', '2.7.transaction.transactionHash', missing);
    }
    // The category of a flag may be unknown, but an empty list is unambiguous.
    if (status === 'FAILED' && hasDeclaredShape && listFlags(flags).length === 0) {
      const pointer = toPointer(...path, index, names.cryptoStatus);
      const message = 'is FAILED, but the user has no Transaction Processing flag';
      return createResponseViolation('7.5.transaction.failed-has-flag', pointer, message);
    }
    return [];
  });
};

/** §4.5, §4.7: a one-time password works once. */
const checkUsedCode: Rule = ({ operationId, body }, { memory }) => {
  const otp = OTP_OPERATIONS[operationId];
  if (otp?.step !== 'authenticate' || !memory.isCodeUsed(operationId, body)) return [];
  const rule = otp.channel === 'sms' ? '4.5.otp.one-time' : '4.7.otp.one-time';
  return createResponseViolation(rule, '/status', 'accepts a used one-time password');
};

const MASK_MESSAGES: Readonly<Record<MaskProblem, string | null>> = {
  // The schema checks this.
  'not a string': null,
  'wrong last four digits': 'must contain the last four digits of the number',
  'the whole number': 'contains the whole number',
  'more than four digits': 'shows more than the last four digits',
};

/** §2.5, §2.6: a mask hides the destination; a phone mask shows the last four digits. */
const checkMasks: Rule = ({ operationId, body, responseBody }, { memory }) => {
  const otp = OTP_OPERATIONS[operationId];
  if (otp === undefined) return [];
  const { destination, mask: name } = otpFields[otp.channel];
  const recipient =
    otp.step === 'send' ? findText(body, destination) : memory.findDestination(body, otp.channel);
  const mask = findText(responseBody, name);
  if (recipient === undefined || mask === undefined) return [];
  const pointer = toPointer('body', name);
  if (otp.channel === 'sms') {
    const problem = findMaskProblem(mask, recipient);
    const message = problem && MASK_MESSAGES[problem];
    return message ? createResponseViolation('2.5.phoneMask.last-four', pointer, message) : [];
  }
  return mask.toLowerCase().includes(recipient.toLowerCase())
    ? createResponseViolation('2.6.emailMask.masked', pointer, 'contains the whole address')
    : [];
};

/** A shorter secret may occur in a text by chance. */
const SHORTEST_SECRET = 12;

/** §7: no response shows the secret of the client, in any encoding. */
const checkSecret: Rule = (exchange) => {
  const secret = getHeader(exchange, 'service-client-secret') ?? '';
  if (secret.length < SHORTEST_SECRET) return [];
  const spellings = listSpellings(secret);
  const isLeaked = listTexts(exchange.responseBody).some((text) =>
    spellings.some((spelling) => text.includes(spelling)),
  );
  const message = 'contains the service-client-secret';
  return isLeaked ? createResponseViolation('7.response.no-secret', '/body', message) : [];
};

/** §7: an error shows no stack trace. */
const checkStackTrace: Rule = ({ responseBody }) => {
  const language = detectStackTrace(JSON.stringify(responseBody) ?? '');
  const message = `contains a stack trace (${language})`;
  return language === null
    ? []
    : createResponseViolation('7.refusal.no-stack-trace', '/body', message);
};

/** The rules for responses with a 2xx status. */
export const acceptedRules: readonly Rule[] = [
  checkAcceptedRequest,
  checkChallenge,
  checkUserMask,
  checkUserParts,
  checkUsedCode,
  checkMasks,
  checkSecret,
];

/** The rules for responses with any other status than 2xx. */
export const leakRules: readonly Rule[] = [checkStackTrace, checkSecret];

/** Returns all names and strings in a JSON value. */
function listTexts(value: unknown): readonly string[] {
  const texts: string[] = [];
  JSON.stringify(value, (name, inner: unknown) => {
    texts.push(name);
    if (typeof inner === 'string') texts.push(inner);
    return inner;
  });
  return texts;
}
