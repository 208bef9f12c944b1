/** What is known of the deployment: the dialect as far as it was decided. */
import type { Dialect, DialectDocument } from '../../src/dialect/dialect.ts';
import { defaultDialect, dialectKeys, dialectValue } from '../../src/dialect/keys.ts';
import type { DiscoveredDialect, Exchange, OpenQuestion } from '../outcome.ts';
import { BearerFindings } from './bearer-findings.ts';
import { Memory } from './memory.ts';
import { Sightings } from './sightings.ts';

interface Decision {
  readonly value: unknown;
  readonly evidence: Exchange | null;
}

export class Knowledge {
  readonly #decisions = new Map<string, Decision>();
  /** What was tried for keys that stay unknown. */
  readonly #tried = new Map<string, string>();
  #dialect: Dialect = defaultDialect;
  readonly memory = new Memory();
  readonly bearers = new BearerFindings();
  readonly sightings = new Sightings();

  /** The decided values, every other key at its default. */
  get dialect(): Dialect {
    return this.#dialect;
  }

  knows(key: string): boolean {
    return this.#decisions.has(key);
  }

  value(key: string): unknown {
    return dialectValue(this.#dialect, key);
  }

  /** @param evidence the exchange that decided it */
  decide(key: string, value: unknown, evidence: Exchange | null): void {
    this.#decisions.set(key, { value, evidence });
    this.#tried.delete(key);
    this.#dialect = withValue(this.#dialect, key.split('.'), value) as Dialect;
  }

  /** Says why a key could not be decided; the last word counts. */
  leaveOpen(key: string, seen: string): void {
    if (!this.#decisions.has(key)) this.#tried.set(key, seen);
  }

  /** Assumes a value while something is tried; it is not decided by that. */
  assume(key: string, value: unknown): void {
    if (!this.#decisions.has(key)) {
      this.#dialect = withValue(this.#dialect, key.split('.'), value) as Dialect;
    }
  }

  /** Takes a decision back. */
  forget(key: string): void {
    if (!this.#decisions.delete(key)) return;
    const byDefault = dialectValue(defaultDialect, key);
    this.#dialect = withValue(this.#dialect, key.split('.'), byDefault) as Dialect;
  }

  get evidence(): Readonly<Record<string, Exchange>> {
    return Object.fromEntries(
      [...this.#decisions].flatMap(([key, { evidence }]) =>
        evidence === null ? [] : [[key, evidence]],
      ),
    );
  }

  discovered(): DiscoveredDialect {
    const unknown = dialectKeys.filter(({ key }) => !this.#decisions.has(key));
    return {
      document: {
        version: 1,
        values: this.#values(),
        ...(unknown.length > 0 && { unknown: unknown.map(({ key }) => key) }),
        evidence: Object.fromEntries(
          Object.entries(this.evidence).map(([key, exchange]) => [key, { ...exchange }]),
        ),
      },
      openQuestions: unknown.map((key) => this.#question(key)),
    };
  }

  #values(): NonNullable<DialectDocument['values']> {
    let values: unknown = {};
    for (const { key } of dialectKeys) {
      const decision = this.#decisions.get(key);
      if (decision) values = withValue(values, key.split('.'), decision.value);
    }
    return values as NonNullable<DialectDocument['values']>;
  }

  #question(about: { key: string; clause: string; description: string; observable: string }) {
    const question: OpenQuestion = {
      key: about.key,
      clause: about.clause,
      question: about.description,
      seen: this.#tried.get(about.key) ?? about.observable,
    };
    return question;
  }
}

function withValue(node: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const parent = typeof node === 'object' && node !== null ? node : {};
  const child: unknown = Reflect.get(parent, name);
  return { ...parent, [name]: withValue(child, rest, value) };
}
