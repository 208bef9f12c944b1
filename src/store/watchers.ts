import { EventEmitter, once } from 'node:events';

/** Who waits for a change of a workspace. */
export class Watchers {
  readonly #changes = new EventEmitter().setMaxListeners(0);

  /** Resolves at the next `notify` of the name, or when the signal aborts. */
  async wait(name: string, signal: AbortSignal): Promise<void> {
    // Rejects only when the signal aborts.
    await once(this.#changes, eventOf(name), { signal }).catch(() => {});
  }

  has(name: string): boolean {
    return this.#changes.listenerCount(eventOf(name)) > 0;
  }

  /** @param name undefined notifies all who wait */
  notify(name: string | undefined): void {
    const events = name === undefined ? this.#changes.eventNames() : [eventOf(name)];
    for (const event of events) this.#changes.emit(event);
  }
}

/** Not `error`, which an emitter treats differently. */
function eventOf(name: string): string {
  return `changed ${name}`;
}
