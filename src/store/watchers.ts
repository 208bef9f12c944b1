/** Who waits for something to change under a name. */
export class Watchers {
  readonly #watchers = new Map<string, Set<() => void>>();

  /** Resolves at the next `notify` of the name, or when the signal aborts. */
  async wait(name: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const watchers = this.#watchers.get(name) ?? new Set();
    this.#watchers.set(name, watchers);
    await new Promise<void>((resolve) => {
      const done = () => {
        watchers.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      watchers.add(done);
      signal.addEventListener('abort', done, { once: true });
    });
    if (watchers.size === 0 && this.#watchers.get(name) === watchers) this.#watchers.delete(name);
  }

  has(name: string): boolean {
    return this.#watchers.has(name);
  }

  /** Those that somebody waits on. */
  names(): string[] {
    return [...this.#watchers.keys()];
  }

  notify(name: string): void {
    for (const done of [...(this.#watchers.get(name) ?? [])]) done();
  }
}
