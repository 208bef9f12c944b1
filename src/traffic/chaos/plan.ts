/** Plans the variations of a request: drawn from the seed, within the budget. */
import { settleLate } from '../../accounts/current-user.ts';
import { chaosChances } from '../../contract/chaos-kinds.gen.ts';
import type { ChaosKind } from '../../contract/control-types.ts';
import type { OperationId } from '../../contract/types.ts';
import { draw, toUnit } from '../../ports/draws.ts';
import type { Chaos } from '../../store/chaos-setting.ts';
import { ONLY_KEY } from '../../store/parts.ts';
import type { Store, UnitOfWork, WorkspaceId } from '../../store/store.ts';

export interface ChaosPlan {
  readonly kinds: ReadonlySet<ChaosKind>;
  /** The counts of consecutive requests with variations before this one. */
  readonly countsBefore: Chaos['consecutiveCounts'];
  /** Returns random bytes for a purpose: equal bytes for the same request and seed. */
  drawBytes(purpose: string): Buffer;
  /** Milliseconds by which the response is delayed. */
  readonly delay: number;
  /** Seconds until the client may retry a request that is refused with 429. */
  readonly retryAfter: number;
}

export interface PlannedRequest {
  readonly operationId: OperationId;
  /** The service-client-id of the request; null if the workspace has no such client. */
  readonly clientId: string | null;
}

/** The name of the count for all clients and operations together. */
const ALL_REQUESTS = 'all';

/** Kinds that are drawn before the operation runs. */
const DRAWN_KINDS = ['unknownFields', 'unknownFlag', 'rateLimit', 'slowResponse'] as const;

/** Seconds. */
const MAX_RETRY_AFTER = 3;

/** Milliseconds, by level. */
const DELAYS = {
  off: { min: 0, max: 0 },
  low: { min: 200, max: 1000 },
  high: { min: 500, max: 3000 },
} as const;

/** Draws the variations of a request and counts it. A request without variations resets the counts. */
export async function planChaos(unit: UnitOfWork, request: PlannedRequest): Promise<ChaosPlan> {
  const { chaos } = unit;
  const { setting } = chaos;
  const subject = toSubject(request);
  const count = await unit.takeDrawNumber('chaos', subject);
  const drawBytes = (purpose: string) =>
    draw(setting.scope, 'chaos', `${subject} ${purpose}`, count);
  const kinds = hasBudget(chaos, subject)
    ? drawKinds(chaos, request.operationId, drawBytes)
    : new Set<ChaosKind>();
  const result = kinds.size > 0 ? 'varied' : 'unchanged';
  await unit.put('chaos', ONLY_KEY, countRequest(chaos, subject, result));
  const { min, max } = DELAYS[setting.level];
  return {
    kinds,
    countsBefore: chaos.consecutiveCounts,
    drawBytes,
    delay: Math.round(min + (max - min) * toUnit(drawBytes('delay'))),
    retryAfter: 1 + (drawBytes('retryAfter').readUInt8(0) % MAX_RETRY_AFTER),
  };
}

function toSubject({ operationId, clientId }: PlannedRequest): string {
  return `${clientId ?? ''} ${operationId}`;
}

/** Returns whether a request may have variations: not after `maxConsecutive` requests with variations in a row. */
function hasBudget({ consecutiveCounts, setting }: Chaos, subject: string): boolean {
  return [ALL_REQUESTS, subject].every(
    (name) => (consecutiveCounts[name] ?? 0) < setting.maxConsecutive,
  );
}

function drawKinds(
  { setting: { level, kinds, challengePhrase }, isPhraseIssued }: Chaos,
  operationId: OperationId,
  drawBytes: (purpose: string) => Buffer,
): ReadonlySet<ChaosKind> {
  const drawn = new Set<ChaosKind>();
  if (level === 'off') return drawn;
  for (const kind of DRAWN_KINDS) {
    if (!kinds.includes(kind) || (kind === 'unknownFlag' && operationId !== 'getUser')) continue;
    if (toUnit(drawBytes(kind)) < chaosChances[kind][level]) drawn.add(kind);
  }
  // The phrase is drawn once for a workspace; only the first response with the phrase counts.
  const isFirstPhrase = operationId === 'startWalletAuth' && !isPhraseIssued;
  if (isFirstPhrase && challengePhrase !== null) drawn.add('challengePhrase');
  // A refusal has no other variations.
  return drawn.has('rateLimit') ? new Set<ChaosKind>(['rateLimit']) : drawn;
}

function countRequest(chaos: Chaos, subject: string, result: 'varied' | 'unchanged'): Chaos {
  const consecutiveCounts = { ...chaos.consecutiveCounts };
  for (const name of [ALL_REQUESTS, subject]) {
    consecutiveCounts[name] = result === 'unchanged' ? 0 : (consecutiveCounts[name] ?? 0) + 1;
  }
  return { ...chaos, consecutiveCounts };
}

/**
 * Settles the late transactions of a user if the limit of consecutive requests with variations is reached. Late
 * transactions are PENDING only because of chaos. Returns `pending` if the user read still shows a late transaction.
 */
export async function settleLateTransactions(
  store: Store,
  workspace: WorkspaceId,
  {
    userId,
    plan,
    request,
  }: { readonly userId: string; readonly plan: ChaosPlan; readonly request: PlannedRequest },
): Promise<'pending' | 'onTime'> {
  const isLate = await store.read(
    workspace,
    async (view) => (await settleLate(view, userId)) !== undefined,
  );
  if (!isLate) return 'onTime';
  return store.write(workspace, async (unit) => {
    const settled = await settleLate(unit, userId);
    if (settled === undefined) return 'onTime';
    // A request with a drawn kind is already counted.
    if (plan.kinds.size > 0) return 'pending';
    const subject = toSubject(request);
    const chaos = restoreCounts(unit.chaos, plan, subject);
    if (!hasBudget(chaos, subject)) {
      await unit.putUser(settled);
      return 'onTime';
    }
    await unit.put('chaos', ONLY_KEY, countRequest(chaos, subject, 'varied'));
    return 'pending';
  });
}

/** Returns chaos with the counts before `planChaos` reset them, or with higher counts from concurrent requests. */
function restoreCounts(chaos: Chaos, { countsBefore }: ChaosPlan, subject: string): Chaos {
  const consecutiveCounts = { ...chaos.consecutiveCounts };
  for (const name of [ALL_REQUESTS, subject]) {
    consecutiveCounts[name] = Math.max(consecutiveCounts[name] ?? 0, countsBefore[name] ?? 0);
  }
  return { ...chaos, consecutiveCounts };
}
