/** The rules of faults as they are set: what their schema can't say, and what is left out, filled. */
import { errorCodes } from '../contract/closed-lists.gen.ts';
import type { Fault } from '../contract/control-words.ts';
import { isCause } from '../contract/effective/refusal-words.ts';
import { didYouMean } from '../did-you-mean.ts';
import { DELAY_RULE, waitTimeOf } from '../traffic/faults/wait-time.ts';
import { ControlRefusal, refusalAt } from './call/control-refusal.ts';
import type { ControlErrorDetail } from './call/control-refusal.ts';
import type { ControlSchemas } from './call/handler.ts';

type FaultRule = ControlSchemas['FaultRule'];
type FaultEffect = ControlSchemas['FaultEffect'];

/** What a call that has asked for its fault itself is marked with. */
const RESERVED_ID = 'prefer';

/** Statuses of answers that have no body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/** The most that there may be, as `rules` of a request has them. */
const MOST = 100;

/** @throws ControlRefusal schema, with all that contradicts itself */
export function faultsFrom(rules: readonly FaultRule[]): readonly Fault[] {
  refuse([
    ...idProblems(rules),
    ...rules.flatMap((rule, index) => effectProblems(rule, `/body/rules/${index}`)),
  ]);
  const taken = new Set(rules.flatMap(({ id }) => id ?? []));
  return rules.map((rule) => filled(rule, taken));
}

/**
 * A fault that comes behind those that are there.
 *
 * @throws ControlRefusal schema where it contradicts itself, illegalState where its id is taken or
 * there are as many as there may be
 */
export function faultBehind(faults: readonly Fault[], rule: FaultRule): Fault {
  refuse([
    ...(rule.id === RESERVED_ID ? [reserved('/body/id')] : []),
    ...effectProblems(rule, '/body'),
  ]);
  const taken = new Set(faults.map(({ id }) => id));
  if (rule.id !== undefined && taken.has(rule.id)) {
    const message = `There is a fault ${rule.id} already.`;
    throw refusalAt('/body/id', 'illegalState', message, 'must be another name');
  }
  if (faults.length >= MOST) {
    const message = `There are ${MOST} faults already, as many as there may be.`;
    throw refusalAt('/body', 'illegalState', message, 'must come after DELETE /faults');
  }
  return filled(rule, taken);
}

function refuse(details: readonly ControlErrorDetail[]): void {
  if (details.length === 0) return;
  throw new ControlRefusal('schema', 'A fault contradicts itself or another.', { details });
}

function filled(
  { id, match = {}, probability = 1, ...rule }: FaultRule,
  taken: Set<string>,
): Fault {
  return { id: id ?? madeId(taken), match, probability, ...rule, hits: 0 };
}

function madeId(taken: Set<string>): string {
  let number = 1;
  while (taken.has(`fault-${number}`)) number += 1;
  taken.add(`fault-${number}`);
  return `fault-${number}`;
}

function idProblems(rules: readonly FaultRule[]): ControlErrorDetail[] {
  const ids = rules.map(({ id }) => id);
  return ids.flatMap((id, index) => {
    const pointer = `/body/rules/${index}/id`;
    if (id === RESERVED_ID) return [reserved(pointer)];
    return id !== undefined && ids.indexOf(id) < index
      ? [{ pointer, message: 'must be another name than those of the rules before' }]
      : [];
  });
}

function reserved(pointer: string): ControlErrorDetail {
  return { pointer, message: `must be another name than ${RESERVED_ID}` };
}

function effectProblems({ effect }: FaultRule, ruleAt: string): ControlErrorDetail[] {
  return contradictionsOf(effect).map(({ pointer, message }) => ({
    pointer: `${ruleAt}/effect/${pointer}`,
    message,
  }));
}

function contradictionsOf(effect: FaultEffect): ControlErrorDetail[] {
  const { status, code, delay, connection } = effect;
  const problems: ControlErrorDetail[] = [];
  const problem = (pointer: string, message: string) => problems.push({ pointer, message });
  const hasBody = 'body' in effect;

  if (delay !== undefined && waitTimeOf(delay) === undefined) problem('delay', DELAY_RULE);
  if (connection === 'drop') {
    const answered = ['status', 'code', 'body'].filter((key) => key in effect);
    for (const key of answered)
      problem(key, 'must be left out: a dropped connection has no answer');
    return problems;
  }
  if (code !== undefined && hasBody) problem('body', 'must be left out beside code');
  if (status === undefined) {
    if (code !== undefined && !isCause(code)) {
      const hint = didYouMean(code, errorCodes);
      problem('code', `must be a cause of refusals, or stand beside a status.${hint}`);
    }
    return problems;
  }
  if (code !== undefined && status < 400) problem('status', 'must be 400 or more beside code');
  if (!WITHOUT_BODY.includes(status)) return problems;
  if (hasBody) problem('body', `must be left out: an answer with status ${status} has none`);
  if (connection !== undefined) {
    problem('connection', `must be left out: an answer with status ${status} has no body`);
  }
  return problems;
}
