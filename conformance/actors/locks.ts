import { AsyncLocalStorage } from 'node:async_hooks';

/** Locks that one asynchronous task holds at a time. They are reentrant. */
export class Locks<Key> {
  readonly #busy = new Map<Key, Promise<unknown>>();
  /** The keys that the current task has locked. */
  readonly #held = new AsyncLocalStorage<readonly Key[]>();

  /** Runs `work` with the lock of the key, after the tasks that requested it earlier. */
  async runExclusively<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const held = this.#held.getStore() ?? [];
    if (held.includes(key)) return work();
    const runLocked = () => this.#held.run([...held, key], work);
    const before = this.#busy.get(key) ?? Promise.resolve();
    const mine = before.then(runLocked, runLocked);
    this.#busy.set(key, mine);
    return mine;
  }
}
