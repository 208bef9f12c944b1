/** Every one-time password of the run, asked for by discovery or by a check: one book for both. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { NotTested } from '../ends.ts';
import type { Secrets } from '../target/secrets.ts';
import type { Spending } from '../target/spending.ts';
import type { Sleep } from '../target/waiting.ts';
import { Trouble } from '../target/trouble.ts';
import type { CodeSource } from './code-source.ts';

/** A send that the deployment accepted. */
export interface Entry {
  readonly channel: OtpChannel;
  readonly destination: string;
  readonly clientId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A send that the deployment asked to wait with. */
export interface Postponed extends Entry {
  /** Milliseconds since 1970, until when it will not be accepted. */
  readonly until: number;
}

const LOOKS = 20;
const PAUSE_BETWEEN_LOOKS = 100;
/** A source that never gave a code by then is not asked again: each time costs a send. */
const MOST_IN_VAIN = 3;

export class OtpLedger {
  readonly #spending: Spending;
  readonly #secrets: Secrets;
  readonly #sleep: Sleep;
  readonly #entries: Entry[] = [];
  readonly #postponed: Postponed[] = [];
  readonly #lastCodes = new Map<string, string>();
  /** How often a code of the channel was looked for while none was ever found. */
  readonly #inVain = new Map<OtpChannel, number>();
  source: CodeSource | null = null;

  constructor(about: { spending: Spending; secrets: Secrets; sleep: Sleep }) {
    this.#spending = about.spending;
    this.#secrets = about.secrets;
    this.#sleep = about.sleep;
  }

  /** @throws BudgetSpent */
  aboutToSend(): void {
    this.#spending.otpSend();
  }

  /** What was about to be sent was refused. */
  notSent(): void {
    this.#spending.otpSendRefused();
  }

  sent(entry: Entry): void {
    this.#entries.push(entry);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  postponed(postponed: Postponed): void {
    this.#postponed.push(postponed);
  }

  /**
   * Whether a send would be turned away again: the destination was, or one was that nothing had
   * been sent to, so that it is the client who has to wait.
   */
  isClosed({ channel, destination, clientId, at }: Entry): boolean {
    return this.#postponed.some(
      (refused) =>
        refused.until > at &&
        refused.clientId === clientId &&
        refused.channel === channel &&
        (refused.destination === destination || this.#isFirstTo(refused.destination)),
    );
  }

  #isFirstTo(destination: string): boolean {
    return !this.#entries.some((entry) => entry.destination === destination);
  }

  /** Whether a code was read before. */
  get hasGivenCodes(): boolean {
    return this.#lastCodes.size > 0;
  }

  /**
   * The code of the send just made.
   *
   * @throws NotTested without a source, or where it has given none for a while; Trouble before that
   */
  async newestCode(channel: OtpChannel, destination: string): Promise<string> {
    const { source } = this;
    if (source === null) throw new NotTested('needs --otp-source', 'settings');
    if (this.#timesInVain(channel) >= MOST_IN_VAIN) {
      throw new NotTested(
        `needs an --otp-source that gives the codes sent by ${channel}`,
        'settings',
      );
    }
    const key = `${channel} ${destination}`;
    const before = source.changes ? this.#lastCodes.get(key) : undefined;
    const code = await this.#look(source, channel, destination, before).catch((error: unknown) => {
      this.#inVain.set(channel, this.#timesInVain(channel) + 1);
      throw error;
    });
    this.#inVain.set(channel, Number.NEGATIVE_INFINITY);
    this.#lastCodes.set(key, code);
    this.#secrets.addCode(code);
    return code;
  }

  #timesInVain(channel: OtpChannel): number {
    return this.#inVain.get(channel) ?? 0;
  }

  /** What is read may still be the code before: it is looked for another until patience ends. */
  async #look(
    source: CodeSource,
    channel: OtpChannel,
    destination: string,
    before: string | undefined,
  ): Promise<string> {
    let seen: string | null = null;
    for (let look = 0; look < LOOKS; look += 1) {
      if (look > 0) await this.#sleep(PAUSE_BETWEEN_LOOKS);
      seen = await this.#ask(source, channel, destination);
      if (seen !== null && seen !== before) return seen;
    }
    if (seen === null) throw new Trouble(`the source has no code sent by ${channel}`);
    return seen;
  }

  async #ask(source: CodeSource, channel: OtpChannel, destination: string): Promise<string | null> {
    try {
      return await source.code(channel, destination);
    } catch (error) {
      throw new Trouble(`reading a code failed: ${wordsOf(error)}`, { cause: error });
    }
  }
}

/** Of a fetch the cause alone says what is wrong, such as ECONNREFUSED. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  if (!(cause instanceof Error)) return message;
  const code: unknown = Reflect.get(cause, 'code');
  return `${message} (${typeof code === 'string' ? code : cause.message})`;
}
