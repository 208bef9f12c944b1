import { errorCodes } from '../contract/closed-lists.gen.ts';
import type { Fault } from '../contract/control-types.ts';
import { isCause } from '../contract/effective/refusal-messages.ts';
import { suggestSimilar } from '../did-you-mean.ts';
import { ONLY } from '../store/parts.ts';
import { DELAY_RULE, parseWaitTime } from '../traffic/faults/preference.ts';
import { ControlRefusal, toRefusal } from './request/control-refusal.ts';
import type { ControlErrorDetail } from './request/control-refusal.ts';
import type { ControlHandlers, ControlSchemas } from './request/handler.ts';

export const faultHandlers = {
  /** GET /faults */
  getFaults: (_request, { services, workspace }) =>
    services.store.read(workspace, async ({ faults }) => ({
      status: 200,
      body: showFaults(faults),
    })),

  /** PUT /faults: replaces all faults; their hits start at 0. */
  async setFaults({ body }, { services, workspaceId }) {
    const faults = createFaults(body.rules);
    await services.store.write(workspaceId, (unit) => unit.put('faults', ONLY, faults));
    return { status: 200, body: showFaults(faults) };
  },

  /** POST /faults: appends a fault; the hits of the others stay. */
  addFault: ({ body }, { services, workspaceId }) =>
    services.store.write(workspaceId, async (unit) => {
      const fault = createAppendedFault(unit.faults, body);
      await unit.put('faults', ONLY, [...unit.faults, fault]);
      return { status: 201, body: { ...fault } };
    }),

  /** DELETE /faults */
  async clearFaults(_request, { services, workspaceId }) {
    await services.store.write(workspaceId, (unit) => unit.put('faults', ONLY, []));
    return { status: 200, body: showFaults([]) };
  },
} satisfies ControlHandlers;

function showFaults(faults: readonly Fault[]): ControlSchemas['Faults'] {
  return { rules: faults.map((fault) => ({ ...fault })) };
}

type FaultRule = ControlSchemas['FaultRule'];

const RESERVED_ID = 'prefer';

const MAX_FAULTS = 100;

/** @throws ControlRefusal invalidRequest, with every contradiction */
function createFaults(rules: readonly FaultRule[]): readonly Fault[] {
  refuse([
    ...listIdProblems(rules),
    ...rules.flatMap((rule, index) => listEffectProblems(rule, `/body/rules/${index}`)),
  ]);
  const taken = new Set(rules.flatMap(({ id }) => id ?? []));
  return rules.map((rule) => toFault(rule, taken));
}

/** @throws ControlRefusal invalidRequest for contradictions; illegalState for a used id or too many faults */
function createAppendedFault(faults: readonly Fault[], rule: FaultRule): Fault {
  refuse([
    ...(rule.id === RESERVED_ID ? [createReservedDetail('/body/id')] : []),
    ...listEffectProblems(rule, '/body'),
  ]);
  const taken = new Set(faults.map(({ id }) => id));
  if (rule.id !== undefined && taken.has(rule.id)) {
    const message = `A fault with the id ${rule.id} already exists.`;
    throw toRefusal('/body/id', 'illegalState', message, 'must be unique');
  }
  if (faults.length >= MAX_FAULTS) {
    const message = `The workspace already has ${MAX_FAULTS} faults, the maximum.`;
    throw toRefusal(
      '/body',
      'illegalState',
      message,
      'delete the existing faults first (DELETE /faults)',
    );
  }
  return toFault(rule, taken);
}

function refuse(details: readonly ControlErrorDetail[]): void {
  if (details.length === 0) return;
  throw new ControlRefusal('invalidRequest', 'A fault rule is invalid.', { details });
}

function toFault(
  { id, match = {}, probability = 1, ...rule }: FaultRule,
  taken: Set<string>,
): Fault {
  return { id: id ?? generateId(taken), match, probability, ...rule, hits: 0 };
}

function generateId(taken: Set<string>): string {
  let number = 1;
  while (taken.has(`fault-${number}`)) number += 1;
  taken.add(`fault-${number}`);
  return `fault-${number}`;
}

function listIdProblems(rules: readonly FaultRule[]): ControlErrorDetail[] {
  const ids = rules.map(({ id }) => id);
  return ids.flatMap((id, index) => {
    const pointer = `/body/rules/${index}/id`;
    if (id === RESERVED_ID) return [createReservedDetail(pointer)];
    return id !== undefined && ids.indexOf(id) < index
      ? [{ pointer, message: 'must be unique' }]
      : [];
  });
}

function createReservedDetail(pointer: string): ControlErrorDetail {
  return { pointer, message: `must not be ${RESERVED_ID}, which is reserved` };
}

/** The schema already rejects fields that exclude each other. */
function listEffectProblems({ effect }: FaultRule, ruleAt: string): ControlErrorDetail[] {
  const { status, code, delay } = effect;
  const problems: ControlErrorDetail[] = [];
  if (delay !== undefined && parseWaitTime(delay) === undefined) {
    problems.push({ pointer: `${ruleAt}/effect/delay`, message: DELAY_RULE });
  }
  if (code !== undefined && status === undefined && !isCause(code)) {
    const hint = suggestSimilar(code, errorCodes);
    const message = `must be a known error code, or be combined with a status.${hint}`;
    problems.push({ pointer: `${ruleAt}/effect/code`, message });
  }
  return problems;
}
