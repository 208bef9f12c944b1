/** Stores the detected keys of the dialect, and why other keys were not detected. */
import type { Dialect, DialectDocument } from '../../src/dialect/dialect.ts';
import {
  defaultDialect,
  describeDetection,
  dialectKeys,
  getDialectValue,
} from '../../src/dialect/keys.ts';
import { NotTested } from '../check-errors.ts';
import type { DiscoveredDialect, Exchange } from '../outcome.ts';
import { BearerFindings } from './bearer-findings.ts';
import { Memory } from './memory.ts';
import { makeConsistent } from './consistent-values.ts';
import { Observations } from './observations.ts';
import { withValue } from './dialect-values.ts';
import type { BudgetSpent } from '../target/request-errors.ts';

interface Decision {
  readonly value: unknown;
  readonly evidence: Exchange | null;
  /** Whether the key has no effect on the deployment. */
  readonly isInapplicable: boolean;
}

/** Why a key was not detected. */
interface UndetectedKey {
  readonly observation: string;
  /** What prevented detection: a missing precondition, such as a setting, or a limit of the run. */
  readonly obstacle?: NotTested | BudgetSpent | undefined;
  /** The exchanges that did not determine the value, if detection ran. */
  readonly exchanges?: readonly Exchange[];
}

type InconclusiveKey = Required<Pick<UndetectedKey, 'observation' | 'exchanges'>>;

export class Knowledge {
  readonly #decisions = new Map<string, Decision>();
  readonly #undetected = new Map<string, UndetectedKey>();
  #dialect: Dialect = defaultDialect;
  readonly memory = new Memory();
  readonly bearers = new BearerFindings();
  readonly observations = new Observations();

  get dialect(): Dialect {
    return this.#dialect;
  }

  isDetected(key: string): boolean {
    return this.#decisions.has(key);
  }

  /** Returns whether the values of other keys make a key irrelevant; the key then has its default. */
  isInapplicable(key: string): boolean {
    return this.#decisions.get(key)?.isInapplicable === true;
  }

  /** Sets a key that has no effect on the deployment to its default. */
  decideInapplicable(key: string): void {
    const value = getDialectValue(defaultDialect, key);
    this.#record(key, { value, evidence: null, isInapplicable: true });
  }

  decide(key: string, value: unknown, evidence: Exchange | null): void {
    this.#record(key, { value, evidence, isInapplicable: false });
  }

  #record(key: string, decision: Decision): void {
    this.#decisions.set(key, decision);
    this.#undetected.delete(key);
    this.#dialect = withValue(this.#dialect, key.split('.'), decision.value) as Dialect;
  }

  /** Records why detection of a key could not run or found nothing. Replaces an earlier reason. */
  recordUndetected(key: string, observation: string, obstacle?: NotTested | BudgetSpent): void {
    if (!this.#decisions.has(key)) this.#undetected.set(key, { observation, obstacle });
  }

  /** Records that detection of a key ran, and that its exchanges did not determine the value. */
  recordInconclusive(key: string, observation: string, exchanges: readonly Exchange[] = []): void {
    if (!this.#decisions.has(key)) this.#undetected.set(key, { observation, exchanges });
  }

  findInconclusive(key: string): InconclusiveKey | null {
    const { observation = '', exchanges } = this.#undetected.get(key) ?? {};
    return exchanges === undefined ? null : { observation, exchanges };
  }

  findPreconditionError(key: string): NotTested | null {
    const obstacle = this.#undetected.get(key)?.obstacle;
    return obstacle instanceof NotTested ? obstacle : null;
  }

  /** Returns whether detection of a key could not run. In that case, declaring the value does not help. */
  hasObstacle(key: string): boolean {
    return this.#undetected.get(key)?.obstacle !== undefined;
  }

  findUndetectedReason(key: string): string | null {
    return this.#undetected.get(key)?.observation ?? null;
  }

  /** Uses a value for a key that no probe has decided; the key stays undetected. */
  assume(key: string, value: unknown): void {
    if (!this.#decisions.has(key)) {
      this.#dialect = withValue(this.#dialect, key.split('.'), value) as Dialect;
    }
  }

  forget(key: string): void {
    if (!this.#decisions.delete(key)) return;
    const byDefault = getDialectValue(defaultDialect, key);
    this.#dialect = withValue(this.#dialect, key.split('.'), byDefault) as Dialect;
  }

  get evidence(): Readonly<Record<string, Exchange>> {
    return Object.fromEntries(
      [...this.#decisions].flatMap(([key, { evidence }]) =>
        evidence === null ? [] : [[key, evidence]],
      ),
    );
  }

  toDiscoveredDialect(): DiscoveredDialect {
    const decided = new Map(
      [...this.#decisions]
        .filter(([, { isInapplicable }]) => !isInapplicable)
        .map(([key, { value }]) => [key, value]),
    );
    const { values, conflicts } = makeConsistent(decided, this.#dialect);
    const isUnknown = (key: string) => !this.#decisions.has(key) || conflicts.has(key);
    const unknown = dialectKeys.filter(({ key }) => isUnknown(key));
    const evidence = Object.entries(this.evidence).filter(([key]) => !isUnknown(key));
    return {
      document: {
        version: 1,
        values: toTree(values),
        ...(unknown.length > 0 && { unknown: unknown.map(({ key }) => key) }),
        evidence: Object.fromEntries(evidence.map(([key, exchange]) => [key, { ...exchange }])),
      },
      openQuestions: unknown.map((dialectKey) => ({
        key: dialectKey.key,
        clause: dialectKey.clause,
        question: dialectKey.description,
        evidence:
          conflicts.get(dialectKey.key) ??
          this.#undetected.get(dialectKey.key)?.observation ??
          describeDetection(dialectKey),
      })),
    };
  }
}

function toTree(values: ReadonlyMap<string, unknown>): NonNullable<DialectDocument['values']> {
  let tree: unknown = {};
  for (const { key } of dialectKeys) {
    if (values.has(key)) tree = withValue(tree, key.split('.'), values.get(key));
  }
  return tree as NonNullable<DialectDocument['values']>;
}
