/** Learns a dialect from the traffic of others: it sends nothing, so it learns what they happen to show. */
import { compiledContract, type CompiledContract } from '../../contract/validators.ts';
import type { OperationId } from '../../contract/words.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { Exchange } from '../../reporting/report.ts';
import type { NearMiss } from '../../contract/control-words.ts';
import { operationOfCall, type CalledOperation } from '../operation-of-call.ts';
import { pathOf } from '../../http/request-head.ts';
import { headerOf, headersByName, isAccepted, jsonIn, type SeenCall } from '../seen-call.ts';
import { isBreach, type Violation } from '../violation.ts';
import { isForeignPage, learnFromAnswers, type RequestFault } from './answers.ts';
import { Controls, type Caller, type Decide } from './controls.ts';
import { Decisions, type Decision } from './decisions.ts';
import { lessonOf, type Lesson } from './lesson.ts';
import { learnFromOneTimePasswords } from './one-time-passwords.ts';
import { learnFromSignIns } from './sessions.ts';
import { Traces } from './traces.ts';
import { learnFromUserReads } from './user-read.ts';
import { learnFromWallets } from './wallets.ts';

export class Learner {
  readonly #traces = new Traces();
  readonly #controls = new Controls();
  readonly decisions: Decisions;

  /** @param base the dialect that is assumed as long as the traffic says nothing */
  constructor(base: Dialect) {
    this.decisions = new Decisions(base);
  }

  /**
   * Learns from a call.
   *
   * @param requestBy what its request has against it by a contract
   * @param evidence the call without its secrets; made only if something is decided
   * @returns what it has decided
   */
  learn(
    call: SeenCall,
    requestBy: (contract: CompiledContract) => readonly Violation[],
    contract: CompiledContract,
    evidence: () => Exchange,
  ): readonly Decision[] {
    const decided: Decision[] = [];
    const decideBy =
      (shown: () => Exchange): Decide =>
      (key, value, change) => {
        const decision = this.decisions.decide(key, value, shown(), change);
        if (decision !== undefined) decided.push(decision);
      };
    const onceAccepted =
      (caller: Caller): Lesson['onceAccepted'] =>
      (control, learn) => {
        if (this.#controls.isAccepted(caller, control)) learn(decideBy(evidence));
        else this.#controls.hold(caller, control, { evidence: evidence(), learn });
      };
    const headers = headersByName(call.request.headers);
    const operationId = meantOperation(call, contract);
    if (operationId === undefined) {
      const stray = operationOfCall(call.request, contract);
      if (stray.kind !== 'nearly') return decided;
      const { nearMiss } = stray;
      learnFromStray(call, nearMiss, onceAccepted({ operationId: nearMiss.operation, headers }));
      return decided;
    }
    const caller = { operationId, headers };
    const lesson = lessonOf(call, {
      operationId,
      traces: this.#traces,
      dialect: this.decisions.dialect,
      decide: decideBy(evidence),
      decided: (key) => this.decisions.value(key),
      onceAccepted: onceAccepted(caller),
    });
    if (lesson === undefined || lesson.status >= 500) return decided;
    const held = lesson.accepted ? this.#controls.accepted(caller) : [];
    learnFromSignIns(lesson);
    learnFromWallets(lesson);
    learnFromOneTimePasswords(lesson);
    learnFromUserReads(lesson);
    // By what is known now: the name of a code is no unknown field.
    const request = requestBy(compiledContract(this.decisions.dialect));
    learnFromAnswers(lesson, new Set(faultsOf(request, call)));
    for (const { evidence: shown, learn } of held) learn(decideBy(() => shown));
    return decided;
  }
}

/** Paths and methods that the service does not have (§7): how it says so. */
function learnFromStray(
  { answer, trouble }: SeenCall,
  { differences }: NearMiss,
  onceAccepted: Lesson['onceAccepted'],
): void {
  if (answer === null || trouble !== null || isForeignPage(answer)) return;
  const { status } = answer;
  if (status < 400 || status >= 500 || status === 429) return;
  const kinds = differences.map(({ kind }) => kind);
  const isMethod = kinds.length === 1 && kinds[0] === 'method';
  const key = isMethod ? 'method' : kinds.includes('method') ? null : 'notFound';
  if (key === null) return;
  onceAccepted('credentials', (decide) => decide(`errors.status.${key}`, status));
}

/** Where a user is read is not shown (§4.8): any path that ends in /user and answers an object. */
export function meantOperation(
  call: SeenCall,
  contract: Pick<CompiledContract, 'operations'>,
): OperationId | undefined {
  const called: CalledOperation = operationOfCall(call.request, contract);
  if (called.kind === 'operation') return called.operationId;
  const isUserRead =
    call.request.method === 'GET' &&
    /^(\/[A-Za-z0-9._~-]+)*\/user$/.test(pathOf(call.request.url)) &&
    isAccepted(call) &&
    typeof jsonIn(call.answer?.body) === 'object';
  return isUserRead ? 'getUser' : undefined;
}

function* faultsOf(
  request: readonly Violation[],
  { request: sent }: SeenCall,
): Generator<RequestFault> {
  const has = (test: (violation: Violation) => boolean): boolean => request.some(test);
  const isUnknown = ({ message }: Violation): boolean => message.startsWith('is not a field');
  if (has(({ pointer }) => pointer.startsWith('/headers/service-client-'))) {
    yield 'clientCredentials';
  }
  const bearer = sent.headers.some((name, at) => at % 2 === 0 && /^authorization$/i.test(name));
  if (!bearer && has(({ pointer }) => pointer === '/headers/authorization')) yield 'bearer';
  if (has(isUnknown)) yield 'unknownFields';
  if (sent.body.kind === 'notJson') {
    yield 'malformed';
    return;
  }
  if (has(({ pointer }) => pointer === '/headers/content-type')) yield 'mediaType';
  if (has((each) => each.pointer.startsWith('/body') && isBreach(each) && !isUnknown(each))) {
    // One that is not there may be malformed to a deployment, one that is huge too large.
    const isPlain = sent.body.kind === 'json' && lengthOf(sent) <= PLAIN_BYTES;
    yield isPlain ? 'schema' : 'unclearBody';
  }
}

/** No limit of size is below. */
const PLAIN_BYTES = 4096;

function lengthOf({ headers }: SeenCall['request']): number {
  return Number(headerOf(headers, 'content-length') ?? Infinity);
}
