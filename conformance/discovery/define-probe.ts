/** Defines probes, which decide keys of the dialect. */
import type { OperationId } from '../../src/contract/types.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { Attempt } from '../attempt.ts';
import { NotTested, describeError } from '../check-errors.ts';
import { toSentence } from '../to-sentence.ts';
import type { RunContext } from '../run-context.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { BudgetSpent, Interrupted, RequestError } from '../target/request-errors.ts';

export interface Probe {
  /** The keys that the probe decides; empty if the probe only prepares other probes. */
  readonly decides: readonly string[];
  /** Whether the probe runs after the checks, because it uses up a limited resource. */
  readonly isLate: boolean;
  run(probing: Probing): Promise<void>;
}

/** Probes that run sequentially. */
export interface ProbeGroup {
  readonly name: string;
  /** Keys whose deciding groups must run first; `all` waits for every earlier group. */
  readonly needs: readonly string[] | 'all';
  /** The channels by which the group may send codes; default: all. */
  readonly sends?: readonly OtpChannel[];
  readonly probes: readonly Probe[];
}

export class Probing extends Attempt {
  decide(key: string, value: unknown, response: HttpResponse | null): void {
    this.ctx.knowledge.decide(key, value, response?.exchange ?? null);
  }

  /** Records what was observed about a key that cannot be decided. */
  recordInconclusive(key: string, observation: string, ...responses: HttpResponse[]): void {
    const exchanges = responses.map(({ exchange }) => exchange);
    this.ctx.knowledge.recordInconclusive(key, observation, exchanges);
  }

  /** Throws NotTested if the operation was never accepted: then a refusal proves nothing. */
  requireAccepted(operation: OperationId): void {
    if (this.ctx.knowledge.memory.hasAccepted(operation)) return;
    throw new NotTested(`no ${operation} request succeeded in this run`, 'contract');
  }

  assume(key: string, value: unknown): void {
    this.ctx.knowledge.assume(key, value);
  }
}

export function probe(
  decides: readonly string[],
  run: Probe['run'],
  { isLate = false }: { isLate?: boolean } = {},
): Probe {
  return { decides, isLate, run };
}

const MAX_ATTEMPTS = 6;

/** Repeats a probe until an attempt is conclusive; keys that it cannot decide stay open. */
export async function runProbe({ decides: keys, run }: Probe, ctx: RunContext): Promise<void> {
  const { knowledge } = ctx;
  let probing: Probing | undefined;
  for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
    probing = new Probing(ctx, probing);
    let thrown: unknown = null;
    try {
      await run(probing);
    } catch (error) {
      thrown = error;
    }
    if (thrown instanceof Interrupted) throw thrown;
    if (probing.inconclusiveReason !== null || thrown instanceof RequestError) {
      const reason = probing.inconclusiveReason ?? describeError(thrown);
      for (const key of keys) {
        // A decision in an inconclusive attempt may be wrong.
        knowledge.forget(key);
        knowledge.recordUndetected(key, toSentence(`request failed: ${reason}`));
      }
      continue;
    }
    if (thrown === null) return;
    // What was observed about a key explains more than the error.
    for (const key of keys.filter((other) => knowledge.findInconclusive(other) === null)) {
      knowledge.recordUndetected(key, toSentence(describeError(thrown)), findObstacle(thrown));
    }
    if (thrown instanceof NotTested || thrown instanceof BudgetSpent) return;
    throw thrown;
  }
}

/** Returns the error if a limit is reached, or a setting or other precondition is missing; otherwise undefined. */
function findObstacle(error: unknown): NotTested | BudgetSpent | undefined {
  if (error instanceof BudgetSpent) return error;
  if (!(error instanceof NotTested)) return undefined;
  const { causeType } = error;
  return causeType === 'settings' || causeType === 'environment' ? error : undefined;
}
