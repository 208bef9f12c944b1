import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import type { ProxyEntry } from '../../contract/proxy-journal.gen.ts';

/** Bytes after which it is full: a proxy that is forgotten must not fill the disk. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A file with a JSON document a line, written as the calls end. */
export class JournalFile {
  readonly #stream: WriteStream;
  readonly #path: string;
  readonly #complain: (problem: string) => void;
  #size = 0;
  #state: 'open' | 'full' | 'broken' = 'open';

  /** @param complain is told, once, why no more is written */
  constructor(path: string, complain: (problem: string) => void) {
    this.#path = path;
    this.#complain = complain;
    this.#stream = createWriteStream(path);
    this.#stream.on('error', ({ message }) => this.#end('broken', message));
  }

  append(entry: ProxyEntry): void {
    if (this.#state !== 'open') return;
    const line = `${JSON.stringify(entry)}\n`;
    this.#size += Buffer.byteLength(line);
    if (this.#size > MOST_BYTES) this.#end('full', 'it is full; later calls are not in it');
    else this.#stream.write(line);
  }

  close(): Promise<void> {
    if (this.#state === 'broken') return Promise.resolve();
    return new Promise((resolve) => {
      this.#stream.once('error', () => resolve());
      this.#stream.end(() => resolve());
    });
  }

  #end(state: 'full' | 'broken', reason: string): void {
    if (this.#state === 'open') this.#complain(`${this.#path}: ${reason}`);
    this.#state = state;
  }
}
