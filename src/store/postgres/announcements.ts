import type { Client } from 'pg';

import type { Pauses } from '../../ports/pauses.ts';

/** What a replica tells the others when it has committed. */
export interface Announcement {
  readonly name: string;
  /** The incarnation that stands now, and how far it has come; undefined where none does. */
  readonly incarnation?: number;
  readonly version?: number;
  /** The one that this has ended, if it has. */
  readonly ended?: number;
  /** The journal of this incarnation has had more calls. */
  readonly journal?: number;
}

const SHORTEST_PAUSE = 50;
const LONGEST_PAUSE = 1000;

/** What other replicas announce (LISTEN). It is heard again as soon as the database is back. */
export class Announcements {
  readonly #open: () => Client;
  readonly #pauses: Pauses;
  readonly #channel: string;
  readonly #closing = new AbortController();
  #client: Client | undefined;
  #listening: Promise<void> | undefined;

  /** @param open gives a client that is not connected yet */
  constructor(open: () => Client, { channel, pauses }: { channel: string; pauses: Pauses }) {
    this.#open = open;
    this.#pauses = pauses;
    this.#channel = channel;
  }

  /**
   * Listens from now on. Resolves when it does for the first time; rejects where it never could.
   *
   * @param missed something may not have been heard, since nobody listened for a while
   */
  async listen(heard: (announcement: Announcement) => void, missed: () => void): Promise<void> {
    const { lost } = await this.#connect(heard);
    this.#listening = this.#keepListening(lost, heard, missed);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end().catch(() => {});
    await this.#listening;
  }

  async #keepListening(
    firstLost: Promise<void>,
    heard: (announcement: Announcement) => void,
    missed: () => void,
  ): Promise<void> {
    const { signal } = this.#closing;
    let lost = firstLost;
    for (;;) {
      await lost;
      for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
        if (signal.aborted) return;
        await this.#pauses.pause(pause, signal);
        const again = await this.#connect(heard).catch(() => undefined);
        if (again === undefined) continue;
        lost = again.lost;
        missed();
        break;
      }
    }
  }

  /** @returns `lost` resolves when the connection is */
  async #connect(
    heard: (announcement: Announcement) => void,
  ): Promise<{ readonly lost: Promise<void> }> {
    const client = this.#open();
    const lost = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.once('error', () => resolve());
    });
    client.on('error', () => {});
    client.on('notification', ({ payload = '{}' }) => heard(JSON.parse(payload) as Announcement));
    await client.connect();
    this.#client = client;
    // Closed meanwhile: the client that was ended is the one before.
    if (this.#closing.signal.aborted) await client.end();
    else await client.query(`listen "${this.#channel}"`);
    return { lost };
  }
}
