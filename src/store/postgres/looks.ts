import type { Database } from './database.ts';
import type { WorkspaceRow } from './workspace-rows.ts';
import { selectWorkspaces } from './workspace-rows.ts';

interface Asker {
  resolve(row: WorkspaceRow | undefined): void;
  reject(error: unknown): void;
}

/**
 * Looks at how far workspaces have come. One query serves all who ask before it begins: each sees
 * whatever was acknowledged, by any replica, before they asked, and a crowd costs as much as one.
 */
export class Looks {
  readonly #database: Database;
  #asking = new Map<string, Asker[]>();
  #state: 'idle' | 'looking' = 'idle';

  constructor(database: Database) {
    this.#database = database;
  }

  /** @returns undefined for a workspace that is not there */
  look(name: string): Promise<WorkspaceRow | undefined> {
    return new Promise((resolve, reject) => {
      const askers = this.#asking.get(name);
      if (askers === undefined) this.#asking.set(name, [{ resolve, reject }]);
      else askers.push({ resolve, reject });
      if (this.#state === 'idle') void this.#lookOn();
    });
  }

  async #lookOn(): Promise<void> {
    this.#state = 'looking';
    // Who asks in the same turn of the event loop is served by the same query.
    await Promise.resolve();
    while (this.#asking.size > 0) {
      const asking = this.#asking;
      this.#asking = new Map();
      await this.#serve(asking);
    }
    this.#state = 'idle';
  }

  async #serve(asking: ReadonlyMap<string, readonly Asker[]>): Promise<void> {
    const askers = [...asking.values()].flat();
    try {
      this.#database.checkHeard();
      const rows = await selectWorkspaces(this.#database.sql, [...asking.keys()]);
      for (const [name, waiting] of asking) {
        for (const { resolve } of waiting) resolve(rows.get(name));
      }
    } catch (error) {
      for (const { reject } of askers) reject(error);
    }
  }
}
