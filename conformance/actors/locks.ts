import { AsyncLocalStorage } from 'node:async_hooks';

/** Locks for asynchronous tasks. A task can lock a key again that the task has already locked. */
export class Locks<Key> {
  readonly #lastTasks = new Map<Key, Promise<unknown>>();
  readonly #heldKeys = new AsyncLocalStorage<readonly Key[]>();

  async runExclusively<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const heldKeys = this.#heldKeys.getStore() ?? [];
    if (heldKeys.includes(key)) return work();
    const runLocked = () => this.#heldKeys.run([...heldKeys, key], work);
    const previous = this.#lastTasks.get(key) ?? Promise.resolve();
    const current = previous.then(runLocked, runLocked);
    this.#lastTasks.set(key, current);
    return current;
  }
}
