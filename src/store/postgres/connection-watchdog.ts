/**
 * Notices a server that takes connections and says nothing: one that is frozen, or a network that drops
 * everything. Without it each statement would be waited for as long as the slowest may take.
 */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.ts';
import { SilentServer } from './trouble.ts';

/** All in milliseconds of wall time. */
const SUSPICIOUS = 1000;
const LOOK = 250;
/** This process did nothing else for so long that it may have missed an answer. */
const DEAF = 750;

export class ConnectionWatchdog {
  readonly #clock: Clock;
  readonly #isAlive: () => Promise<boolean>;
  readonly #sockets = new Set<Socket>();
  /** Connections that are in use, and since when nothing is known of the server. */
  readonly #waiting = new Map<object, number>();
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;
  #isSilent = false;
  #looked = 0;
  #isDeaf = false;
  #isClosed = false;

  /** @param isAlive asks the server over a connection of its own */
  constructor(clock: Clock, isAlive: () => Promise<boolean>) {
    this.#clock = clock;
    this.#isAlive = isAlive;
  }

  /** A socket that is ended when the server is found silent. */
  socket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }

  /** @throws SilentServer as long as nothing is heard of the server: nobody needs to wait for it */
  check(): void {
    if (this.#isSilent) throw new SilentServer();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  begins(connection: object): void {
    const now = this.#clock.now();
    this.#waiting.set(connection, now);
    if (this.#timer !== undefined) return;
    this.#looked = now;
    this.#timer = setInterval(() => void this.#look(), LOOK).unref();
  }

  ends(connection: object): void {
    this.#waiting.delete(connection);
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #look(): Promise<void> {
    const now = this.#clock.now();
    if (now - this.#looked >= DEAF) this.#isDeaf = true;
    this.#looked = now;
    const isSuspicious = [...this.#waiting.values()].some((since) => now - since >= SUSPICIOUS);
    if (!isSuspicious || this.#isAsking) return;
    this.#isAsking = true;
    // Who waits for something long is heard of again and again.
    for (const connection of this.#waiting.keys()) this.#waiting.set(connection, now);
    this.#isDeaf = false;
    // Whoever was busy all the time may only not have listened.
    this.#isSilent = !(await this.#isAlive()) && !this.#isDeaf;
    while (this.#isSilent && !this.#isClosed) {
      for (const socket of this.#sockets) socket.destroy();
      await sleep(LOOK, undefined, { ref: false });
      this.#isSilent = !(await this.#isAlive());
    }
    this.#isAsking = false;
  }
}
