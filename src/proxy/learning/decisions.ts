/** The keys of a dialect that traffic has decided, each with the call that did. */
import { Knowledge } from '../../../conformance/discovery/knowledge.ts';
import { withValue } from '../../../conformance/discovery/with-value.ts';
import { combinationFindings } from '../../dialect/combinations.ts';
import type { Dialect, DialectDocument } from '../../dialect/dialect.ts';
import { dialectKeys } from '../../dialect/keys.ts';
import { sameValue } from '../../dialect/same-value.ts';
import { valueText } from '../../dialect/value-text.ts';
import { schemaFindings } from '../../documents/schema-findings.ts';
import type { Exchange, Report } from '../../reporting/report.ts';

export interface Decision {
  readonly key: string;
  readonly value: unknown;
  readonly evidence: Exchange;
}

const KEYS: ReadonlySet<string> = new Set(dialectKeys.map(({ key }) => key));

export class Decisions {
  readonly #base: Dialect;
  readonly #decided = new Map<string, Decision>();
  /** Keys that traffic has shown to have two values, with what was seen. */
  readonly #contested = new Map<string, string>();
  #dialect: Dialect;

  /** @param base what holds as long as nothing is decided */
  constructor(base: Dialect) {
    this.#base = base;
    this.#dialect = base;
  }

  /** The base with everything that was decided laid over it. */
  get dialect(): Dialect {
    return this.#dialect;
  }

  get all(): readonly Decision[] {
    return dialectKeys.flatMap(({ key }) => this.#decided.get(key) ?? []);
  }

  value(key: string): unknown {
    return this.#decided.get(key)?.value;
  }

  /**
   * Decides a key. Another value than before leaves it undecided for good, unless the new one says
   * more of the same.
   *
   * @returns the decision where it is news
   */
  decide(
    key: string,
    value: unknown,
    evidence: Exchange,
    change: 'contest' | 'refine' = 'contest',
  ): Decision | undefined {
    if (!KEYS.has(key)) throw new TypeError(`no key ${key}`);
    if (this.#contested.has(key)) return undefined;
    const known = this.#decided.get(key);
    if (known !== undefined && sameValue(known.value, value)) return undefined;
    // What the dialect has no words for is not said by it.
    if (!isSayable(key, value)) return undefined;
    const decision = { key, value, evidence };
    if (known !== undefined && change === 'contest') {
      const both = [known.value, value].map(valueText).join(' and ');
      this.#contested.set(key, `The traffic shows both ${both}.`);
      this.#decided.delete(key);
      this.#rebuild();
      return undefined;
    }
    this.#decided.set(key, decision);
    if (this.#rebuild() === 'sensible') return decision;
    // What goes with nothing else can't be stood for by any sandbox.
    if (known === undefined) this.#decided.delete(key);
    else this.#decided.set(key, known);
    this.#rebuild();
    return undefined;
  }

  /** The document, and what is left to ask, as a conformance run has them. */
  written(): {
    readonly document: DialectDocument;
    readonly openQuestions: Report['openQuestions'];
  } {
    const knowledge = new Knowledge();
    for (const { key, value, evidence } of this.all) knowledge.decide(key, value, evidence);
    for (const [key, seen] of this.#contested) knowledge.leaveOpen(key, seen);
    return knowledge.discovered();
  }

  #rebuild(): 'sensible' | 'senseless' {
    let dialect: unknown = this.#base;
    for (const { key, value } of this.all) dialect = withValue(dialect, key.split('.'), value);
    // Each value is one that the schema of its key has.
    this.#dialect = dialect as Dialect;
    return combinationFindings(this.#dialect).length === 0 ? 'sensible' : 'senseless';
  }
}

function isSayable(key: string, value: unknown): boolean {
  const document = { version: 1, values: withValue({}, key.split('.'), value) };
  return schemaFindings('dialect', document).length === 0;
}
