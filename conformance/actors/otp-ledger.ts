/** Records the sends of one-time passwords in a run, and reads the codes from the source. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { NotTested, UnusableInput, createSettingError, describeError } from '../check-errors.ts';
import type { Secrets } from '../target/secrets.ts';
import type { RequestBudget } from '../target/budget.ts';
import type { Sleep } from '../target/waiting.ts';
import type { HttpResponse, HttpRequest } from '../target/http-request.ts';
import { wasNotSent } from '../target/retry-policy.ts';
import { RequestError } from '../target/request-errors.ts';
import type { CodeSource } from './code-source.ts';
import { isServerError } from '../target/response-kinds.ts';
import { isOtpSend } from './operations.ts';

/** A send of a code, accepted or refused. */
export interface OtpSend {
  readonly channel: OtpChannel;
  readonly destination: string;
  readonly clientId: string;
  /** Time of the send, in milliseconds since 1970. */
  readonly at: number;
}

export interface ReadCode {
  readonly channel: OtpChannel;
  readonly destination: string;
  readonly code: string;
  readonly clientId: string | null;
}

/** A send that was refused with 429 and Retry-After. */
export interface RefusedSend extends OtpSend {
  /** End of the wait, in milliseconds since 1970. */
  readonly until: number;
}

const MAX_POLLS = 33;
/** Maximum number of polls while the source still returns the previous code: about 2 s. */
const MAX_POLLS_FOR_NEW_CODE = 12;
const POLL_INTERVAL = 100;
/** Maximum milliseconds between polls: a message may take a few seconds to arrive. */
const MAX_POLL_INTERVAL = 400;
/** Duration of MAX_POLLS polls, in seconds. */
const POLLING_SECONDS = 10;
/** Maximum number of tries to read the source while the source or the network fails: about 3 s. */
const MAX_TRIES = 5;
/** Number of failed reads after which the source is not used again: each read costs a send. */
const MAX_FAILED_READS = 2;

export class OtpLedger {
  readonly #budget: RequestBudget;
  readonly #secrets: Secrets;
  readonly #sleep: Sleep;
  readonly #entries: OtpSend[] = [];
  readonly #refusedSends: RefusedSend[] = [];
  readonly #lastCodes = new Map<string, string>();
  readonly #codes: ReadCode[] = [];
  /** Number of failed reads before the first code, by channel. */
  readonly #failedReads = new Map<OtpChannel, number>();
  readonly #unusable = new Map<OtpChannel, UnusableInput>();
  source: CodeSource | null = null;

  /** Whether there is a source that returns another code after each send. */
  get hasNewCodePerSend(): boolean {
    return this.source?.hasNewCodePerSend === true;
  }

  constructor(about: { budget: RequestBudget; secrets: Secrets; sleep: Sleep }) {
    this.#budget = about.budget;
    this.#secrets = about.secrets;
    this.#sleep = about.sleep;
  }

  /**
   * Sends a request for a code. Counts it before the send, so that the budget is never exceeded. A request
   * that was refused or did not arrive is not counted.
   *
   * @throws BudgetSpent
   */
  async countSend(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
    this.#budget.countOtpSend();
    let hasSent = true;
    try {
      const response = await send();
      hasSent = response.accepted || isServerError(response);
      return response;
    } catch (error) {
      hasSent = error instanceof RequestError && !wasNotSent(error);
      throw error;
    } finally {
      if (!hasSent) this.#budget.refundOtpSend();
    }
  }

  /** Sends a request; counts it if it is a request for a code. */
  sendAndCountOtp(
    { operation }: HttpRequest,
    send: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    return isOtpSend(operation) ? this.countSend(send) : send();
  }

  recordSend(entry: OtpSend): void {
    this.#entries.push(entry);
  }

  get entries(): readonly OtpSend[] {
    return this.#entries;
  }

  recordRefusedSend(refused: RefusedSend): void {
    this.#refusedSends.push(refused);
  }

  /**
   * Returns whether a send would be refused again. A wait applies to the refused destination. If the first
   * send to a destination was refused, the wait applies to all destinations of the client.
   */
  mustWait({ channel, destination, clientId, at }: OtpSend): boolean {
    return this.#refusedSends.some(
      (refused) =>
        refused.until > at &&
        refused.clientId === clientId &&
        refused.channel === channel &&
        (refused.destination === destination || this.#hasNoAcceptedSend(refused.destination)),
    );
  }

  #hasNoAcceptedSend(destination: string): boolean {
    return !this.#entries.some((entry) => entry.destination === destination);
  }

  get codes(): readonly ReadCode[] {
    return this.#codes;
  }

  /** The destinations for which each code was read. */
  get destinationsByCode(): ReadonlyMap<string, ReadonlySet<string>> {
    const found = new Map<string, Set<string>>();
    for (const { code, destination } of this.#codes) {
      found.set(code, (found.get(code) ?? new Set()).add(destination));
    }
    return found;
  }

  get hasReadCodes(): boolean {
    return this.#lastCodes.size > 0;
  }

  /**
   * Returns the code of the last send.
   *
   * @throws NotTested without a source
   * @throws UnusableInput if MAX_FAILED_READS reads failed and the source never returned a code
   * @throws RequestError if the source fails otherwise
   */
  async readNewestCode(channel: OtpChannel, destination: string): Promise<string> {
    const source = this.requireSource(channel);
    const code = await this.#countFailures(channel, destination, () =>
      this.#poll(source, channel, destination),
    );
    return this.#recordCode({ channel, destination, code });
  }

  /**
   * Runs a read of the source.
   *
   * @throws RequestError if it fails; UnusableInput if the source has failed before and never returned a code
   */
  async #countFailures<Result>(
    channel: OtpChannel,
    destination: string,
    read: () => Promise<Result>,
  ): Promise<Result> {
    const unusable = this.#unusable.get(channel);
    if (unusable !== undefined) throw unusable;
    return read().catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error;
      const failures = (this.#failedReads.get(channel) ?? 0) + 1;
      this.#failedReads.set(channel, failures);
      const reason = `no code for the ${channel} send to ${destination}: ${error.message}`;
      if (failures < MAX_FAILED_READS) throw new RequestError(reason, { cause: error });
      const fix = 'Check that --otp-source returns the code that was sent to this destination.';
      const unusableSource = new UnusableInput({ input: 'otpSource', reason, fix });
      this.#unusable.set(channel, unusableSource);
      throw unusableSource;
    });
  }

  /** Like `readNewestCode`, but tries several spellings of a destination; returns null if there is no new code. */
  async findNewestCode(channel: OtpChannel, spellings: readonly string[]): Promise<string | null> {
    const source = this.requireSource(channel);
    for (let poll = 0; poll < MAX_POLLS_FOR_NEW_CODE; poll += 1) {
      if (poll > 0) await this.#sleep(getPauseBefore(poll));
      for (const destination of spellings) {
        const previousCode = this.#findPreviousCode(source, channel, destination);
        const code = await this.#countFailures(channel, destination, () =>
          this.#readSource(source, channel, destination),
        );
        if (code !== null && code !== previousCode)
          return this.#recordCode({ channel, destination, code });
      }
    }
    return null;
  }

  requireSource(channel: OtpChannel): CodeSource {
    if (this.source !== null) return this.source;
    const fix = 'Set --otp-source, so that the run can read the codes.';
    throw new NotTested(`needs a source of ${channel} codes`, 'settings', fix);
  }

  /**
   * Reads the source once, without waiting for a new code; returns null if it has no code for the destination.
   *
   * @throws NotTested without a source
   * @throws RequestError if the source fails
   */
  async readCurrentCode(channel: OtpChannel, destination: string): Promise<string | null> {
    return this.#readSource(this.requireSource(channel), channel, destination);
  }

  /** Returns the last code read for a destination; undefined if the source may repeat codes. */
  #findPreviousCode(
    { hasNewCodePerSend }: CodeSource,
    channel: OtpChannel,
    destination: string,
  ): string | undefined {
    return hasNewCodePerSend ? this.#lastCodes.get(`${channel} ${destination}`) : undefined;
  }

  #recordCode(read: Omit<ReadCode, 'clientId'>): string {
    this.#lastCodes.set(`${read.channel} ${read.destination}`, read.code);
    // A source that has returned a code is usable, so later failures do not count.
    this.#failedReads.set(read.channel, Number.NEGATIVE_INFINITY);
    const last = this.#entries.findLast(({ destination }) => destination === read.destination);
    this.#codes.push({ ...read, clientId: last?.clientId ?? null });
    this.#secrets.addCode(read.code);
    return read.code;
  }

  /** Polls until the source returns another code than the previous one, or for a limited time. */
  async #poll(source: CodeSource, channel: OtpChannel, destination: string): Promise<string> {
    const previousCode = this.#findPreviousCode(source, channel, destination);
    for (let poll = 0; poll < MAX_POLLS; poll += 1) {
      if (poll > 0) await this.#sleep(getPauseBefore(poll));
      const code = await this.#readSource(source, channel, destination);
      // A deployment may send the same code twice.
      const isNewest = code !== previousCode || poll >= MAX_POLLS_FOR_NEW_CODE;
      if (code !== null && isNewest) return code;
    }
    throw new RequestError(`the source returned no code within ${POLLING_SECONDS} s`);
  }

  async #readSource(
    source: CodeSource,
    channel: OtpChannel,
    destination: string,
  ): Promise<string | null> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await source.readCode(channel, destination);
      } catch (error) {
        if (!(error instanceof RequestError) || tries === MAX_TRIES) {
          throw new RequestError(`the source failed: ${describeError(error)}`, { cause: error });
        }
      }
      await this.#sleep(POLL_INTERVAL * 2 ** tries);
    }
  }
}

export function createEqualCodesError(): NotTested {
  return createSettingError('an --otp-source that returns different codes');
}

/** Returns the pause before a poll, in milliseconds; polls are numbered from 0. */
function getPauseBefore(poll: number): number {
  return Math.min(MAX_POLL_INTERVAL, POLL_INTERVAL * Math.ceil(poll / 5));
}
