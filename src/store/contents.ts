/** Bases and dialects. Each is a log that is named by its hash and has only a snapshot. */
import { BoundedCache } from '../bounded-cache.ts';
import { dialectHash } from '../contract/validators/dialect-hash.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Engine, Patch } from './engine.ts';
import { ONLY } from './parts.ts';
import type { Base } from './base.ts';
import type { Client, SeededUser } from '../domain/records.ts';
import { StoreUnavailable } from './store.ts';
import { UserIndex } from './user-index.ts';
import { patchesOf } from './runtime-parts.ts';

/** Contents that are still in memory; others are read again. */
const REMEMBERED = 64;

export function baseLog({ hash }: Pick<Base, 'hash'>): string {
  return `base-${hash}`;
}

export function dialectLog(dialect: Dialect): string {
  return `dialect-${dialectHash(dialect)}`;
}

export class Contents {
  readonly #engine: Engine;
  readonly #saves = new Map<string, Promise<unknown>>();
  readonly #remembered = new BoundedCache<string, Promise<unknown>>(REMEMBERED);

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Resolves when both are durable. Of a shared engine each save counts as a use. */
  async save(base: Base, dialect: Dialect): Promise<void> {
    await this.#save(dialectLog(dialect), dialect, () => [put('dialect', ONLY, dialect)]);
    await this.#save(baseLog(base), base, () => basePatches(base));
  }

  base(log: string): Promise<Base> {
    return this.#load(log, baseFrom);
  }

  dialect(log: string): Promise<Dialect> {
    return this.#load(log, ([patch]) => patch?.value as Dialect);
  }

  async #save(log: string, content: unknown, patches: () => Iterable<Patch>): Promise<void> {
    const lazily = { [Symbol.iterator]: () => patches()[Symbol.iterator]() };
    const again = () => this.#saves.delete(log);
    const saving =
      this.#saves.get(log) ??
      this.#engine.save(log, { version: 0, patches: lazily, isFinal: true });
    this.#saves.set(log, saving);
    saving.then(this.#engine.shared && again, again);
    await saving;
    this.#remembered.set(log, Promise.resolve(content));
  }

  #load<Content>(log: string, from: (patches: Iterable<Patch>) => Content): Promise<Content> {
    const known = this.#remembered.get(log) as Promise<Content> | undefined;
    if (known !== undefined) return known;
    const loading = this.#engine.read(new Map([[log, -1]])).then((found) => {
      const snapshot = found.get(log)?.snapshot;
      if (snapshot === undefined) throw new StoreUnavailable(`the store has no ${log}`);
      return from(snapshot.patches);
    });
    void loading.then(
      () => this.#remembered.set(log, loading),
      () => undefined,
    );
    return loading;
  }
}

function put(part: string, key: string, value: unknown): Patch {
  return { part, key, value };
}

function* basePatches(base: Base): Generator<Patch> {
  const { hash, name, description, clock, runtime } = base;
  yield put('base', ONLY, { hash, name, description, clock });
  for (const [id, client] of base.clients) yield put('clients', id, client);
  for (const [id, user] of base.users) yield put('users', id, user);
  for (const [identity, id] of base.userIdByIdentity) yield put('identities', identity, id);
  if (runtime !== null) yield put('runtime', ONLY, runtime);
  for (const { part, key, value } of patchesOf(base.parts)) {
    yield put(`parts.${part}`, key, value);
  }
}

/** @param patches from `basePatches` */
function baseFrom(patches: Iterable<Patch>): Base {
  const index = new UserIndex();
  const clients = new Map<string, Client>();
  const userIdByIdentity = new Map<string, string>();
  const parts: Record<string, [string, unknown][]> = {};
  let head: Pick<Base, 'hash' | 'name' | 'description' | 'clock'> | undefined;
  let runtime: Base['runtime'] = null;
  for (const { part, key, value } of patches) {
    if (part === 'users') index.add(value as SeededUser);
    else if (part === 'identities') userIdByIdentity.set(key, value as string);
    else if (part === 'clients') clients.set(key, Object.freeze(value as Client));
    else if (part === 'base') head = value as typeof head;
    else if (part === 'runtime') runtime = value as Base['runtime'];
    else (parts[part.replace('parts.', '')] ??= []).push([key, value]);
  }
  if (head === undefined) throw new StoreUnavailable('the store has an incomplete base');
  return Object.freeze({
    ...head,
    clients,
    ...index.parts,
    userIdByIdentity,
    runtime,
    parts,
  });
}
