/** Finds the fault rule of a workspace that matches a request. */
import { ONLY_KEY } from '../../store/parts.ts';
import type { Fault } from '../../contract/control-types.ts';
import type { OperationId } from '../../contract/types.ts';
import { draw, toUnit } from '../../ports/draws.ts';
import type { WorkspaceId, Store, UnitOfWork } from '../../store/store.ts';
import { isAboutUser, type RequestIdentifiers } from '../journal/request-user.ts';

export interface IncomingRequest {
  readonly operationId: OperationId | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Called only if needed, because it reads the body. */
  readUserIdentifiers(): Promise<RequestIdentifiers>;
}

/**
 * Returns the first rule that matches the request, has not reached its `times` and is drawn by its
 * `probability`; increments its `hits`. This is one transaction, so that two simultaneous requests never
 * share the last match. Most requests need no transaction, because `faults` (the rules at the start of the
 * request) are searched first.
 */
export async function matchFault(
  store: Store,
  workspace: WorkspaceId,
  faults: readonly Fault[],
  request: IncomingRequest,
): Promise<Fault | undefined> {
  const candidates = faults.filter((fault) => matchesRequest(fault, request));
  if (candidates.length === 0) return undefined;
  const needsUser = candidates.some(({ match }) => match.user !== undefined);
  const identifiers = needsUser ? await request.readUserIdentifiers() : undefined;

  return store.write(workspace, async (unit) => {
    for (const fault of unit.faults) {
      if (!matchesRequest(fault, request) || !(await matchesUser(unit, fault, identifiers)))
        continue;
      if (await isDrawn(unit, fault)) return countMatch(unit, fault);
    }
    return undefined;
  });
}

function matchesRequest(
  { match, times, hits }: Fault,
  { operationId, headers }: IncomingRequest,
): boolean {
  if (times !== undefined && hits >= times) return false;
  if (match.operation !== undefined && match.operation !== operationId) return false;
  if (match.clientId !== undefined && match.clientId !== headers['service-client-id']) return false;
  return Object.entries(match.headers ?? {}).every(
    ([name, value]) => headers[name.toLowerCase()]?.toString() === value,
  );
}

async function matchesUser(
  unit: UnitOfWork,
  { match }: Fault,
  identifiers: RequestIdentifiers | undefined,
): Promise<boolean> {
  if (match.user === undefined) return true;
  return identifiers !== undefined && isAboutUser(unit, identifiers, match.user);
}

async function isDrawn(unit: UnitOfWork, { id, probability }: Fault): Promise<boolean> {
  if (probability >= 1) return true;
  const count = await unit.takeDrawNumber('fault', id);
  return toUnit(draw(unit.scope, 'fault', id, count)) < probability;
}

async function countMatch(unit: UnitOfWork, fault: Fault): Promise<Fault> {
  const next = { ...fault, hits: fault.hits + 1 };
  await unit.put(
    'faults',
    ONLY_KEY,
    unit.faults.map((other) => (other.id === fault.id ? next : other)),
  );
  return next;
}
