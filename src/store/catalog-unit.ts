import { catalogParts, headOf } from './catalog.ts';
import type { CatalogState, Head } from './catalog.ts';
import type { Entry, Patch } from './engine.ts';
import { patched } from './parts.ts';
import { WorkspaceExists, WorkspaceLimit } from './store.ts';
import type { Tenancy } from './store.ts';
import type { WorkspaceState } from './workspace-state.ts';

/** A workspace that is in the catalog. */
export interface CreatedWorkspace {
  readonly log: string;
  readonly state: WorkspaceState;
}

/** A unit of work on the catalog. */
export class CatalogUnit {
  readonly #before: CatalogState;
  readonly #patches: Patch[] = [];
  parts: CatalogState['parts'];

  constructor(before: CatalogState) {
    this.#before = before;
    this.parts = before.parts;
  }

  get result(): CatalogState {
    return { version: this.#before.version + 1, parts: this.parts };
  }

  get entry(): Entry | undefined {
    if (this.#patches.length === 0) return undefined;
    return { version: this.#before.version + 1, patches: this.#patches };
  }

  put(patch: Patch): void {
    this.#patches.push(patch);
    this.parts = patched(catalogParts, this.parts, [patch]);
  }

  /** Adds or replaces a workspace. The version of the catalog is its generation. */
  putWorkspace(fresh: Omit<WorkspaceState, 'generation'>, writer: string): CreatedWorkspace {
    const { name } = fresh.settings;
    const state = { ...fresh, generation: this.#before.version + 1 };
    const log = `${name}.${state.generation}${writer}`;
    this.put({ part: 'workspaces', key: name, value: headOf(log, state) });
    return { log, state };
  }

  /** @returns what it was; undefined for an unknown workspace */
  deleteWorkspace(name: string): Head | undefined {
    const head = this.parts.workspaces.get(name);
    if (head !== undefined) this.put({ part: 'workspaces', key: name, value: null });
    if (this.parts.uses.get(name) !== undefined) this.put({ part: 'uses', key: name, value: null });
    return head;
  }

  /** @throws WorkspaceExists or WorkspaceLimit where no workspace of the name can be created */
  checkRoom(name: string, { permanent, limit }: Tenancy): void {
    const { workspaces } = this.parts;
    if (workspaces.get(name) !== undefined) throw new WorkspaceExists(name);
    const counted = workspaces.get(permanent) === undefined ? workspaces.size : workspaces.size - 1;
    if (name !== permanent && counted >= limit) throw new WorkspaceLimit(limit);
  }
}
