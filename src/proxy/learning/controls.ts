/**
 * Positive controls: what a refusal shows counts once the same caller was accepted in the same operation,
 * before or after. Until then it may have been refused for who it is, or by something on the way.
 */
import { BoundedCache } from '../../bounded-cache.ts';
import type { OperationId } from '../../contract/words.ts';
import type { Exchange } from '../../reporting/report.ts';

/** What of a call has to be the same in one that was accepted: what it lacks is not asked for. */
export type Control = 'operation' | 'credentials' | 'caller';

/** `decide` of a lesson. */
export type Decide = (key: string, value: unknown, change?: 'contest' | 'refine') => void;

/** Something to be learnt from a refusal. */
export interface Held {
  readonly evidence: Exchange;
  readonly learn: (decide: Decide) => void;
}

export interface Caller {
  readonly operationId: OperationId;
  readonly headers: Readonly<Record<string, string>>;
}

/** Callers that are remembered, and refusals that wait for one. */
const MOST = 256;

const CONTROLS: readonly Control[] = ['operation', 'credentials', 'caller'];

export class Controls {
  readonly #accepted = new BoundedCache<string, true>(MOST);
  readonly #held = new Map<string, Held[]>();
  #count = 0;

  /** @returns what waited for this call to be accepted */
  accepted(call: Caller): readonly Held[] {
    return CONTROLS.flatMap((control) => {
      const key = keyOf(call, control);
      this.#accepted.set(key, true);
      const held = this.#held.get(key) ?? [];
      this.#held.delete(key);
      this.#count -= held.length;
      return held;
    });
  }

  isAccepted(call: Caller, control: Control): boolean {
    return this.#accepted.get(keyOf(call, control)) === true;
  }

  hold(call: Caller, control: Control, held: Held): void {
    if (this.#count >= MOST) return;
    const key = keyOf(call, control);
    this.#held.set(key, [...(this.#held.get(key) ?? []), held]);
    this.#count += 1;
  }
}

const NAMES: { readonly [Of in Control]: readonly string[] } = {
  operation: [],
  credentials: ['service-client-id', 'service-client-secret'],
  caller: ['service-client-id', 'service-client-secret', 'authorization'],
};

function keyOf({ operationId, headers }: Caller, control: Control): string {
  return JSON.stringify([operationId, control, ...NAMES[control].map((name) => headers[name])]);
}
