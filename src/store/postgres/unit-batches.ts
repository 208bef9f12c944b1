import type { KeyedPart } from '../changes.ts';
import { nameOf, UnknownWorkspace, WorkspaceReset } from '../store.ts';
import type { UnitOfWork, WorkspaceRef } from '../store.ts';
import type { Turns } from '../turns.ts';
import { WorkspaceUnit } from '../workspace-unit.ts';
import { rowsBetween } from './change-rows.ts';
import type { Committing, Database, Transacting } from './database.ts';
import { initialChanges } from './held-states.ts';
import type { Held, HeldStates } from './held-states.ts';
import type { LastUses } from './last-uses.ts';
import type { SealedRows } from './sealed-rows.ts';
import { forgetMarks, lockWorkspace, writeRows } from './workspace-rows.ts';
import type { WorkspaceRow } from './workspace-rows.ts';
import { Overtaken } from './trouble.ts';

/** A unit of work that waits for its turn. */
interface Job {
  readonly workspace: WorkspaceRef;
  work(unit: UnitOfWork): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { readonly result: unknown } | { readonly error: unknown };

/** What a batch has come to; `after` where it wrote something. */
interface Batch {
  readonly outcomes: readonly Outcome[];
  readonly after: Held | undefined;
}

/** Units of one workspace that share a transaction. */
const LARGEST_BATCH = 256;
/** So many commits later nobody needs the marks of what is gone: who is that far behind reads anew. */
const MARKS_KEPT = 1000;

/**
 * Runs units of work. All that wait for one workspace share a transaction, which takes the row of the
 * workspace, brings this replica's state up to date, runs them one after the other, and writes what
 * they have changed. An answer, be it a refusal, is given when the transaction is committed.
 */
export class UnitBatches {
  readonly #database: Database;
  readonly #states: HeldStates;
  readonly #uses: LastUses;
  readonly #channel: string;
  readonly #sealed: SealedRows;
  readonly #turns: Turns;
  readonly #waiting = new Map<string, Job[]>();

  /** @param turns shared with whatever else changes workspaces: what is asked for first comes first */
  constructor(
    database: Database,
    {
      states,
      uses,
      turns,
      channel,
      sealed,
    }: {
      states: HeldStates;
      uses: LastUses;
      turns: Turns;
      channel: string;
      sealed: SealedRows;
    },
  ) {
    this.#database = database;
    this.#states = states;
    this.#uses = uses;
    this.#turns = turns;
    this.#channel = channel;
    this.#sealed = sealed;
  }

  run<Result>(
    name: string,
    workspace: WorkspaceRef,
    work: (unit: UnitOfWork) => Promise<Result>,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const job: Job = { workspace, work, resolve, reject };
      const waiting = this.#waiting.get(name);
      if (waiting !== undefined) {
        waiting.push(job);
        return;
      }
      this.#waiting.set(name, [job]);
      void this.#runAll(name);
    });
  }

  async #runAll(name: string): Promise<void> {
    const runNext = async (): Promise<'done' | 'more'> => {
      const jobs = this.#waiting.get(name)?.splice(0, LARGEST_BATCH) ?? [];
      if (jobs.length > 0) {
        await this.#runBatch(name, jobs);
        return 'more';
      }
      this.#waiting.delete(name);
      return 'done';
    };
    let left: 'done' | 'more' = 'more';
    while (left === 'more') left = await this.#turns.next(name, runNext);
  }

  async #runBatch(name: string, jobs: readonly Job[]): Promise<void> {
    try {
      const { outcomes, after } = await this.#database.commit(
        (tx) => lockWorkspace(tx, name),
        (tx, row) => this.#runIn(tx, row, jobs),
      );
      if (after !== undefined) this.#take(after);
      for (const [at, job] of jobs.entries()) settle(job, outcomes[at]);
    } catch (error) {
      for (const job of jobs) job.reject(error);
    }
  }

  #take(after: Held): void {
    this.#states.committed(after);
    const { version, state } = after;
    if (version % MARKS_KEPT !== 0) return;
    const upTo = version - MARKS_KEPT;
    const forgetting = this.#database.commit(
      (tx) => lockWorkspace(tx, state.settings.name),
      async (tx) => {
        await forgetMarks(tx, { incarnation: state.incarnation, upTo });
        return { result: undefined, mark: undefined };
      },
    );
    // It is done again a thousand commits later.
    forgetting.catch(() => {});
  }

  async #runIn(
    tx: Transacting,
    row: WorkspaceRow | undefined,
    jobs: readonly Job[],
  ): Promise<Committing<Batch>> {
    if (row === undefined || this.#uses.haveExpired(row)) {
      const outcomes = jobs.map(({ workspace }) => ({
        error: new UnknownWorkspace(nameOf(workspace)),
      }));
      return { result: { outcomes, after: undefined }, mark: undefined };
    }
    const before = await this.#states.upTo(tx, row);
    // The row is ours: nobody can have outdated it.
    if (before === undefined || before.version !== row.version) throw new Overtaken();
    const { outcomes, state, touched } = await this.#runUnits(before, jobs);
    const rows = rowsBetween(before.state.changes, state.changes, {
      touched,
      initial: initialChanges(state.base),
    });
    if (rows.length === 0) return { result: { outcomes, after: undefined }, mark: undefined };
    const { name, incarnation, origin } = row;
    const version = row.version + 1;
    const mark = await writeRows(tx, { incarnation, origin, seen: row.version }, rows, {
      sealed: this.#sealed,
      channel: this.#channel,
      announcement: { name, incarnation, version },
    });
    return { result: { outcomes, after: { ...before, state, version } }, mark };
  }

  async #runUnits(before: Held, jobs: readonly Job[]) {
    const touched = new Map<KeyedPart, Set<string>>();
    const outcomes: Outcome[] = [];
    let { state } = before;
    for (const { workspace, work } of jobs) {
      const unit = new RecordingUnit(state, this.#uses.now(), this.#uses.expiresAt(before));
      try {
        if (isOther(workspace, before)) throw new WorkspaceReset(nameOf(workspace));
        outcomes.push({ result: await work(unit) });
        state = unit.result;
        for (const [part, key] of unit.touched) {
          const keys = touched.get(part);
          if (keys === undefined) touched.set(part, new Set([key]));
          else keys.add(key);
        }
      } catch (error) {
        outcomes.push({ error });
      }
    }
    return { outcomes, state, touched };
  }
}

/** A unit that notes which entries it has written. */
class RecordingUnit extends WorkspaceUnit {
  readonly touched: (readonly [KeyedPart, string])[] = [];

  protected override touch(part: KeyedPart, key: string): void {
    this.touched.push([part, key]);
  }
}

function settle({ resolve, reject }: Job, outcome: Outcome | undefined): void {
  if (outcome !== undefined && 'result' in outcome) resolve(outcome.result);
  else reject(outcome?.error);
}

/** Whether a call holds another incarnation than the one that stands. */
export function isOther(workspace: WorkspaceRef, { state }: Held): boolean {
  return typeof workspace !== 'string' && workspace.incarnation !== state.incarnation;
}
