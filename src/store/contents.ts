/** Bases and dialects: each is a log with only a snapshot, named by its hash. */
import pLimit from 'p-limit';

import { BoundedCache } from '../bounded-cache.ts';
import { hashDialect } from '../contract/validators/dialect-hash.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { toBase, toBasePatches } from './base.ts';
import type { Base } from './base.ts';
import type { Engine, Patch } from './engine.ts';
import { ONLY } from './parts.ts';
import { StoreUnavailable } from './errors.ts';

/** Maximum number of contents in memory; others are read again. */
const MAX_CONTENTS = 64;

export function getBaseLogName({ hash }: Pick<Base, 'hash'>): string {
  return `base-${hash}`;
}

export function getDialectLogName(dialect: Dialect): string {
  return `dialect-${hashDialect(dialect)}`;
}

export class Contents {
  readonly #engine: Engine;
  readonly #inTurn = pLimit(1);
  readonly #remembered = new BoundedCache<string, unknown>(MAX_CONTENTS);

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Resolves when both are durable. Of a shared engine each save counts as a use. */
  async save(base: Base, dialect: Dialect): Promise<void> {
    const patch = { part: 'dialect', key: ONLY, value: dialect };
    await this.#save(getDialectLogName(dialect), dialect, () => [patch].values());
    await this.#save(getBaseLogName(base), base, () => toBasePatches(base));
  }

  readBase(log: string): Promise<Base> {
    return this.#load(log, toBase);
  }

  readDialect(log: string): Promise<Dialect> {
    return this.#load(log, ([patch]) => patch?.value as Dialect);
  }

  async #save(log: string, content: unknown, toPatches: () => Iterator<Patch>): Promise<void> {
    const patches = { [Symbol.iterator]: toPatches };
    await this.#inTurn(() => this.#engine.save(log, { version: 0, patches, isFinal: true }));
    this.#remembered.set(log, content);
  }

  async #load<Content>(log: string, from: (patches: Iterable<Patch>) => Content): Promise<Content> {
    const known = this.#remembered.get(log) as Content | undefined;
    if (known !== undefined) return known;
    const snapshot = (await this.#engine.read(new Map([[log, -1]]))).get(log)?.snapshot;
    if (snapshot === undefined) throw new StoreUnavailable(`the store has no ${log}`);
    const content = from(snapshot.patches);
    this.#remembered.set(log, content);
    return content;
  }
}
