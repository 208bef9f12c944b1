import { AsyncLocalStorage } from 'node:async_hooks';

/** Locks for asynchronous tasks; a task can lock a key again that it has already locked. */
export class Locks<Key> {
  readonly #busy = new Map<Key, Promise<unknown>>();
  /** The keys that the current task has locked. */
  readonly #heldKeys = new AsyncLocalStorage<readonly Key[]>();

  /** Runs `work` with the lock of the key, after the tasks that requested it earlier. */
  async runExclusively<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const heldKeys = this.#heldKeys.getStore() ?? [];
    if (heldKeys.includes(key)) return work();
    const runLocked = () => this.#heldKeys.run([...heldKeys, key], work);
    const previous = this.#busy.get(key) ?? Promise.resolve();
    const current = previous.then(runLocked, runLocked);
    this.#busy.set(key, current);
    return current;
  }
}
