/** What calls have shown that later calls are understood by. All of it is bounded. */
import type { OperationId } from '../../contract/words.ts';
import type { OtpChannel } from '../../dialect/dialect.ts';

/** More of each kind tell nothing more. */
const MOST = 256;

export interface MaskSample {
  readonly of: string;
  readonly mask: string;
}

/** Who a session was given to. */
export interface SignedIn {
  readonly userId: string | null;
  readonly walletAddress: string | null;
  readonly phoneNumber: string | null;
  readonly emailAddress: string | null;
}

export class Traces {
  readonly challenges = new Set<string>();
  readonly masks: Readonly<Record<OtpChannel, MaskSample[]>> = { sms: [], email: [] };
  readonly mfaMethods = new Set<string>();
  readonly walletTypes = new Set<string>();
  /** Fields that named a wallet in a call that was accepted. */
  readonly walletFields = new Set<'walletNetwork' | 'walletType'>();
  /** Statuses of accepted calls. */
  readonly statuses = new Map<OperationId, number>();
  /** Whether an accepted call had no bearer, or one that had none was refused. */
  readonly bearers = new Map<OperationId, 'notNeeded' | 'needed'>();
  readonly #sessions = new Map<string, SignedIn>();
  /** Records by their id, with the destination they were sent to. */
  readonly #destinations = new Map<string, string>();
  readonly #records = new Map<string, string>();

  session(token: string): SignedIn | undefined {
    return this.#sessions.get(token);
  }

  addSession(token: string, signedIn: SignedIn): void {
    put(this.#sessions, token, signedIn);
  }

  addMask(channel: OtpChannel, sample: MaskSample): void {
    const samples = this.masks[channel];
    const isKnown = samples.some(({ of, mask }) => of === sample.of && mask === sample.mask);
    if (!isKnown && samples.length < MOST) samples.push(sample);
  }

  addChallenge(challenge: string): void {
    if (this.challenges.size < MOST) this.challenges.add(challenge);
  }

  /** @returns the id that the destination had before; undefined for the first one */
  addRecord(destination: string, recordId: string): string | undefined {
    const before = this.#records.get(destination);
    put(this.#records, destination, recordId);
    put(this.#destinations, recordId, destination);
    return before;
  }

  destinationOf(recordId: string): string | undefined {
    return this.#destinations.get(recordId);
  }
}

function put<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST && oldest !== undefined) map.delete(oldest);
}
