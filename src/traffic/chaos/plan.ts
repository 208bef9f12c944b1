/** Plans the variations of a request: drawn from the seed, within the budget. */
import { ONLY } from '../../store/parts.ts';
import { chaosChances } from '../../contract/chaos-kinds.gen.ts';
import type { ChaosKind } from '../../contract/control-words.ts';
import type { OperationId } from '../../contract/words.ts';
import { draw, unitFrom } from '../../ports/draws.ts';
import type { Chaos, ChaosSetting } from '../../store/chaos-setting.ts';
import type { UnitOfWork } from '../../store/store.ts';

/** What chaos is to do to one request. */
export interface ChaosPlan {
  readonly kinds: ReadonlySet<ChaosKind>;
  /** Whether the request may be disturbed at all; not after `maxConsecutive` disturbed requests in a row. */
  readonly budget: 'left' | 'used';
  /** The runs that there were before this request. */
  readonly before: Chaos['inARow'];
  /** Bytes for whatever a kind has to choose; the same for the same request of the same seed. */
  bytes(purpose: string): Buffer;
  /** Milliseconds that the response is late. */
  readonly delay: number;
  /** Seconds for Retry-After. */
  readonly retryAfter: number;
}

export interface PlannedRequest {
  readonly operationId: OperationId;
  /** The client of the workspace that it names; null for none. */
  readonly clientId: string | null;
}

/**
 * Under these names, consecutive disturbed requests are counted: all requests, and each client with each
 * operation.
 */
const ALL = 'all';

/** Kinds that the operation of a request alone lets happen or not; the others are seen to later. */
const OF_CALLS = ['unknownFields', 'unknownFlag', 'rateLimit', 'slowResponse'] as const;

/** Draws the variations of a request and counts it. An undisturbed request resets the counts. */
export async function planChaos(unit: UnitOfWork, request: PlannedRequest): Promise<ChaosPlan> {
  const { chaos } = unit;
  const { setting } = chaos;
  const subject = subjectOf(request);
  const count = await unit.countDraw('chaos', subject);
  const bytes = (purpose: string) => draw(setting.draws, 'chaos', `${subject} ${purpose}`, count);
  const isLeft = [ALL, subject].every((name) => (chaos.inARow[name] ?? 0) < setting.maxConsecutive);
  const kinds = isLeft ? drawnKinds(chaos, request.operationId, bytes) : new Set<ChaosKind>();
  await unit.put('chaos', ONLY, counted(chaos, subject, kinds.size > 0 ? 'disturbed' : 'alone'));
  return {
    kinds,
    before: chaos.inARow,
    budget: isLeft ? 'left' : 'used',
    bytes,
    delay: delayOf(setting, bytes('delay')),
    retryAfter: 1 + (bytes('retryAfter').readUInt8(0) % MAX_RETRY_AFTER),
  };
}

/** Counts a request as disturbed that no draw has. */
export async function countDisturbed(
  unit: UnitOfWork,
  request: PlannedRequest,
  { before }: Pick<ChaosPlan, 'before'>,
): Promise<void> {
  await unit.put(
    'chaos',
    ONLY,
    counted({ ...unit.chaos, inARow: before }, subjectOf(request), 'disturbed'),
  );
}

const MAX_RETRY_AFTER = 3;

function subjectOf({ operationId, clientId }: PlannedRequest): string {
  return `${clientId ?? ''} ${operationId}`;
}

function drawnKinds(
  { setting: { level, kinds, challengePhrase }, phrase }: Chaos,
  operationId: OperationId,
  bytes: (purpose: string) => Buffer,
): ReadonlySet<ChaosKind> {
  const drawn = new Set<ChaosKind>();
  if (level === 'off') return drawn;
  for (const kind of OF_CALLS) {
    if (!kinds.includes(kind) || (kind === 'unknownFlag' && operationId !== 'getUser')) continue;
    if (unitFrom(bytes(kind)) < chaosChances[kind][level]) drawn.add(kind);
  }
  // The phrase is drawn once for a workspace; only the first request that shows it counts.
  const isFirst = operationId === 'startWalletAuth' && phrase === 'unseen';
  if (isFirst && challengePhrase !== null) drawn.add('challengePhrase');
  // A missing response cannot vary in other ways.
  return drawn.has('rateLimit') ? new Set<ChaosKind>(['rateLimit']) : drawn;
}

function counted(chaos: Chaos, subject: string, request: 'disturbed' | 'alone'): Chaos {
  const next = (name: string) => (request === 'alone' ? 0 : (chaos.inARow[name] ?? 0) + 1);
  return { ...chaos, inARow: { ...chaos.inARow, [ALL]: next(ALL), [subject]: next(subject) } };
}

/** Milliseconds, by level. */
const DELAYS = {
  off: { least: 0, most: 0 },
  low: { least: 200, most: 1000 },
  high: { least: 500, most: 3000 },
} as const;

function delayOf({ level }: ChaosSetting, bytes: Buffer): number {
  const { least, most } = DELAYS[level];
  return Math.round(least + (most - least) * unitFrom(bytes));
}
