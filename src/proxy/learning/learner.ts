/** Learns a dialect from the traffic of others: it sends nothing, so it learns what they happen to show. */
import { compiledContract, type CompiledContract } from '../../contract/validators.ts';
import type { OperationId } from '../../contract/words.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { Exchange } from '../../reporting/report.ts';
import { operationOfCall, type CalledOperation } from '../operation-of-call.ts';
import { pathOf } from '../../http/request-head.ts';
import { headerOf, isAccepted, jsonIn, type SeenCall } from '../seen-call.ts';
import { isBreach, type Violation } from '../violation.ts';
import { learnFromAnswers, type RequestFault } from './answers.ts';
import { Decisions, type Decision } from './decisions.ts';
import { lessonOf } from './lesson.ts';
import { learnFromOneTimePasswords } from './one-time-passwords.ts';
import { learnFromSignIns } from './sessions.ts';
import { Traces } from './traces.ts';
import { learnFromUserReads } from './user-read.ts';
import { learnFromWallets } from './wallets.ts';

export class Learner {
  readonly #traces = new Traces();
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
    const operationId = meantOperation(call, contract);
    const decided: Decision[] = [];
    if (operationId === undefined) {
      this.#learnFromStrays(call, contract, evidence, decided);
      return decided;
    }
    const lesson = lessonOf(call, {
      operationId,
      traces: this.#traces,
      dialect: this.decisions.dialect,
      decide: (key, value, change) => {
        const decision = this.decisions.decide(key, value, evidence(), change);
        if (decision !== undefined) decided.push(decision);
      },
    });
    if (lesson === undefined || lesson.status >= 500) return decided;
    learnFromSignIns(lesson);
    learnFromWallets(lesson);
    learnFromOneTimePasswords(lesson);
    learnFromUserReads(lesson);
    // By what is known now: the name of a code is no unknown field.
    const request = requestBy(compiledContract(this.decisions.dialect));
    learnFromAnswers(lesson, new Set(faultsOf(request, call)));
    return decided;
  }

  /** Paths and methods that the service does not have (§7): how it says so. */
  #learnFromStrays(
    call: SeenCall,
    contract: CompiledContract,
    evidence: () => Exchange,
    decided: Decision[],
  ): void {
    const called = operationOfCall(call.request, contract);
    const { answer } = call;
    if (called.kind !== 'nearly' || answer === null || call.trouble !== null) return;
    if (answer.status < 400 || answer.status >= 500) return;
    const kinds = called.nearMiss.differences.map(({ kind }) => kind);
    const isMethod = kinds.length === 1 && kinds[0] === 'method';
    const key = isMethod ? 'method' : kinds.includes('method') ? null : 'notFound';
    if (key === null) return;
    const decision = this.decisions.decide(`errors.status.${key}`, answer.status, evidence());
    if (decision !== undefined) decided.push(decision);
  }
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
