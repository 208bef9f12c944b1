import type { Check } from '../../../conformance/define-check.ts';
import type { RunOutcome } from '../../../conformance/outcome.ts';
import { startRun, type StartedRun } from '../../../conformance/run-conformance.ts';
import type { ConformSettings } from '../../../conformance/settings.ts';
import type { OperationId } from '../../contract/words.ts';

/** A run that starts with its first test. Each method throws if its test fails. */
export class LazyRun {
  readonly #settings: ConformSettings;
  #started: Promise<StartedRun> | undefined;
  #outcome: Promise<RunOutcome> | undefined;

  constructor(settings: ConformSettings) {
    this.#settings = settings;
  }

  /** Performs a check; returns why it was not tested, or null if it passed. */
  async performed(check: Check): Promise<string | null> {
    const { run } = await this.#start();
    const stop = await run.ready();
    if (stop !== null) return stop.message;
    const { verdict, reason } = await run.perform(check);
    if (verdict === 'fail' || verdict === 'error') throw new Error(reason);
    return verdict === 'not-tested' ? reason : null;
  }

  async expectCovered(operation: OperationId): Promise<void> {
    const { operations } = await this.#finish();
    const found = operations.find((row) => row.operation === operation);
    if (found?.coverage !== 'not-covered') return;
    throw new Error([found.reason, found.fix].filter((part) => part !== undefined).join(' '));
  }

  async expectInputsUsable(): Promise<void> {
    const { unusableInputs } = await this.#finish();
    if (unusableInputs.length === 0) return;
    throw new Error(unusableInputs.map(({ input, reason }) => `${input}: ${reason}`).join('\n'));
  }

  async expectDeclaredDialect(): Promise<void> {
    const { results } = await this.#finish();
    const differing = results.filter(
      ({ verdict, cause }) => verdict === 'fail' && cause === 'dialect',
    );
    if (differing.length === 0) return;
    throw new Error(differing.map(({ id, reason }) => `${id}: ${reason}`).join('\n'));
  }

  async discard(): Promise<void> {
    await (await this.#started)?.discard();
  }

  #start(): Promise<StartedRun> {
    this.#started ??= startRun(this.#settings);
    return this.#started;
  }

  #finish(): Promise<RunOutcome> {
    this.#outcome ??= this.#start().then(({ finish }) => finish());
    return this.#outcome;
  }
}
