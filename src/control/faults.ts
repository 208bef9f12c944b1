import { errorCodes } from '../contract/closed-lists.gen.ts';
import type { Fault } from '../contract/control-types.ts';
import { isErrorCode } from '../contract/effective/refusal-messages.ts';
import { suggestOr } from '../did-you-mean.ts';
import { ONLY_KEY } from '../store/parts.ts';
import { DELAY_RULE, parseDelay } from '../traffic/faults/preference.ts';
import {
  ControlRefusal,
  createRefusalAt,
  type ControlErrorDetail,
} from './request/control-refusal.ts';
import type { ControlHandlers, ControlSchemas } from './request/handler.ts';

export const faultHandlers = {
  getFaults: (_request, { services, workspaceName }) =>
    services.store.read(workspaceName, async ({ faults }) => ({
      status: 200,
      body: showFaults(faults),
    })),

  /** PUT /faults: replaces all faults; their hits start at 0. */
  async setFaults({ body }, { services, workspaceId }) {
    const faults = createFaults(body.rules);
    await services.store.write(workspaceId, (unit) => unit.put('faults', ONLY_KEY, faults));
    return { status: 200, body: showFaults(faults) };
  },

  /** POST /faults: appends a fault; the hits of the other faults do not change. */
  addFault: ({ body }, { services, workspaceId }) =>
    services.store.write(workspaceId, async (unit) => {
      const fault = createAppendedFault(unit.faults, body);
      await unit.put('faults', ONLY_KEY, [...unit.faults, fault]);
      return { status: 201, body: { ...fault } };
    }),

  async clearFaults(_request, { services, workspaceId }) {
    await services.store.write(workspaceId, (unit) => unit.put('faults', ONLY_KEY, []));
    return { status: 200, body: showFaults([]) };
  },
} satisfies ControlHandlers;

function showFaults(faults: readonly Fault[]): ControlSchemas['Faults'] {
  return { rules: faults.map((fault) => ({ ...fault })) };
}

type FaultRule = ControlSchemas['FaultRule'];

/** Used instead of a fault id for responses that a Prefer header requests. */
const RESERVED_ID = 'prefer';

const MAX_FAULTS = 100;

/** @throws ControlRefusal invalidRequest, with every problem */
function createFaults(rules: readonly FaultRule[]): readonly Fault[] {
  requireNoProblems([
    ...listIdProblems(rules),
    ...rules.flatMap((rule, index) => listEffectProblems(rule, `/body/rules/${index}`)),
  ]);
  const usedIds = new Set(rules.flatMap(({ id }) => id ?? []));
  return rules.map((rule) => toFault(rule, usedIds));
}

/** @throws ControlRefusal invalidRequest for problems; illegalState for a used id or too many faults */
function createAppendedFault(faults: readonly Fault[], rule: FaultRule): Fault {
  requireNoProblems([
    ...(rule.id === RESERVED_ID ? [createReservedDetail('/body/id')] : []),
    ...listEffectProblems(rule, '/body'),
  ]);
  const usedIds = new Set(faults.map(({ id }) => id));
  if (rule.id !== undefined && usedIds.has(rule.id)) {
    const message = `A fault with the id ${rule.id} already exists.`;
    throw createRefusalAt('/body/id', 'illegalState', message, 'must be unique');
  }
  if (faults.length >= MAX_FAULTS) {
    const message = `The workspace already has ${MAX_FAULTS} faults, the maximum.`;
    const remedy = 'delete the existing faults first (DELETE /faults)';
    throw createRefusalAt('/body', 'illegalState', message, remedy);
  }
  return toFault(rule, usedIds);
}

function requireNoProblems(details: readonly ControlErrorDetail[]): void {
  if (details.length === 0) return;
  throw new ControlRefusal('invalidRequest', 'A fault rule is invalid.', { details });
}

/** Creates a fault. A generated id is added to `usedIds`. */
function toFault(
  { id, match = {}, probability = 1, ...rule }: FaultRule,
  usedIds: Set<string>,
): Fault {
  return { id: id ?? generateId(usedIds), match, probability, ...rule, hits: 0 };
}

function generateId(usedIds: Set<string>): string {
  let number = 1;
  while (usedIds.has(`fault-${number}`)) number += 1;
  usedIds.add(`fault-${number}`);
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

/** Returns the problems that the schema does not find. */
function listEffectProblems({ effect }: FaultRule, pointer: string): ControlErrorDetail[] {
  const { status, code, delay } = effect;
  const problems: ControlErrorDetail[] = [];
  if (delay !== undefined && parseDelay(delay) === undefined) {
    problems.push({ pointer: `${pointer}/effect/delay`, message: DELAY_RULE });
  }
  if (code !== undefined && status === undefined && !isErrorCode(code)) {
    const hint = suggestOr('', code, errorCodes);
    const message = `must be a known error code, or be combined with a status. ${hint}`.trimEnd();
    problems.push({ pointer: `${pointer}/effect/code`, message });
  }
  return problems;
}
