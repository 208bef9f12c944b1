/** Tests one rule with many requests, and reports the smallest accepted violation. */
import type { JsonValue } from '../../src/contract/openapi-document.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { Attempt } from '../attempt.ts';
import { createInapplicable } from '../check-errors.ts';
import { sendMalformed } from '../hostile-input/cases.ts';
import { sendUnlessRejectedBefore } from '../observations/shared-responses.ts';
import {
  getBodyFields,
  withField,
  withoutField,
  type HttpRequest,
} from '../target/http-request.ts';
import { type RequestRule, listRequestShapes } from './request-rules.ts';
import { searchForViolation } from './smallest-violation.ts';
import { generateMalformedValues } from './malformed-values.ts';
import { isOtpSend, otpOperations } from '../actors/operations.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { signInSharedUserIfPossible } from '../actors/shared-user.ts';
import type { SignedIn } from '../actors/signed-in.ts';

/** Maximum number of requests per rule until a violation is found; a small budget lowers it. */
const MAX_RUNS = 5;
const MAX_RUNS_OF_CODES = 7;
/** Maximum share of the request budget for one rule, without the requests that shrink a violation. */
const MAX_BUDGET_SHARE = 1 / 280;
const MAX_SHRINKS = 24;
/** Maximum number of sends to shrink a violation: each accepted send delivers a message. */
const MAX_SEND_SHRINKS = 4;

/** @throws Failure with the smallest request that violates the rule and is accepted */
export async function findViolation(t: Attempt, rule: RequestRule): Promise<void> {
  const { operation, forbids } = rule;
  // Uses the default request, which has the field of the rule.
  t.variety = undefined;
  await t.ctx.requireWorking(operation);
  const fc = await import('fast-check');
  const requests = new ValidRequests(t, operation);
  const request = await requests.next();
  const { maxRequests, seed } = t.ctx.settings;
  const search = {
    maxRuns: Math.max(1, Math.min(getMaxRuns(rule), Math.floor(maxRequests * MAX_BUDGET_SHARE))),
    maxShrinks: isOtpSend(operation) ? MAX_SEND_SHRINKS : MAX_SHRINKS,
    seed,
  };

  const assertRefused = async (malformed: HttpRequest) => {
    const response = await sendUnlessRejectedBefore(t, malformed, sendMalformed);
    if (response.accepted) requests.discardChallenge();
    const body = t.ctx.secrets.mask(JSON.stringify(malformed.body));
    t.assertRejected(response, `the body ${body}`);
  };

  if (forbids.kind === 'missing') {
    const names = Object.keys(getBodyFields(request));
    const properSubsets = 2 ** names.length - 1;
    return searchForViolation(fc, {
      ...search,
      maxRuns: Math.min(search.maxRuns, properSubsets),
      likely: names.map((omitted) => names.filter((name) => name !== omitted)),
      any: fc.subarray(names, { maxLength: names.length - 1 }),
      send: async (present) => assertRefused(keepFields(await requests.next(), present)),
    });
  }

  const property = chooseProperty(t, rule);
  const valid = getBodyFields(request)[property];
  if (typeof valid !== 'string') {
    throw createInapplicable(`the deployment rejects ${property}`);
  }
  const { likely, any } = generateMalformedValues(
    forbids.kind,
    { name: property, valid, values: listValues(t, rule, property) },
    fc,
  );
  if (forbids.kind === 'otherCode') await assertRefused(withoutField(request, property));
  return searchForViolation<JsonValue>(fc, {
    ...search,
    likely,
    any,
    send: async (value) => assertRefused(withField(await requests.next(), property, value)),
  });
}

function getMaxRuns({ forbids }: RequestRule): number {
  return forbids.kind === 'otherCode' ? MAX_RUNS_OF_CODES : MAX_RUNS;
}

function keepFields(request: HttpRequest, names: readonly string[]): HttpRequest {
  const body = Object.fromEntries(
    Object.entries(getBodyFields(request)).filter(([name]) => names.includes(name)),
  );
  return { ...request, body };
}

function chooseProperty(t: Attempt, { operation, forbids }: RequestRule): string {
  if ('property' in forbids) return forbids.property;
  const channel: OtpChannel = operation === otpOperations.sms.authenticate ? 'sms' : 'email';
  return t.dialect.otp[channel].codeField;
}

function listValues(t: Attempt, { operation }: RequestRule, name: string): readonly unknown[] {
  const properties = listRequestShapes(t.dialect).get(operation)?.properties ?? [];
  return properties.find((property) => property.name === name)?.values ?? [];
}

class ValidRequests {
  readonly #t: Attempt;
  readonly #operation: OperationId;
  #request: HttpRequest | null = null;
  #user: SignedIn | null = null;

  constructor(t: Attempt, operation: OperationId) {
    this.#t = t;
    this.#operation = operation;
  }

  /** Returns a valid request. If the previous request was accepted, call `discardChallenge` first. */
  async next(): Promise<HttpRequest> {
    const t = this.#t;
    if (this.#operation === 'addWalletToUser') {
      this.#user ??= await signInSharedUserIfPossible(this.#t);
      return t.createAddRequest(this.#user);
    }
    if (!this.#keepsChallenge) this.discardChallenge();
    this.#request ??= await t.createValidRequest(this.#operation);
    return this.#request;
  }

  /** Makes the next request use a new challenge: an accepted request uses up its challenge (§4.2). */
  discardChallenge(): void {
    if (this.#operation === 'authenticateWallet') this.#request = null;
  }

  /** Whether a challenge remains valid after a refusal; if unknown, each request gets a new challenge. */
  get #keepsChallenge(): boolean {
    return this.#t.isDetectedAs('wallet.challenge.onBadSignature', 'keep');
  }
}
