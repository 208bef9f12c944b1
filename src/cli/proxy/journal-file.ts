import type { WriteStream } from 'node:fs';
import { openOutputStream } from '../../ports/output-file.ts';
import { toVisibleJson } from '../../reporting/text/visible-text.ts';
import type { ProxyEntry } from '../../contract/proxy-journal.gen.ts';

/** Maximum size in bytes, so that a forgotten proxy does not fill the disk. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * A file with one JSON document per line, written as requests end. An existing file is replaced at the
 * first request or at the end, so that a proxy that fails to start does not destroy it.
 */
export class JournalFile {
  readonly #path: string;
  readonly #reportProblem: (problem: string) => void;
  #stream: WriteStream | undefined;
  #size = 0;
  #state: 'open' | 'full' | 'failed' = 'open';

  /** @param reportProblem receives the reason, once, if writing stops */
  constructor(path: string, reportProblem: (problem: string) => void) {
    this.#path = path;
    this.#reportProblem = reportProblem;
  }

  append(entry: ProxyEntry): void {
    if (this.#state !== 'open') return;
    const line = `${toVisibleJson(JSON.stringify(entry))}\n`;
    this.#size += Buffer.byteLength(line);
    if (this.#size > MAX_BYTES) this.#stop('full', 'it is full; later requests are not recorded');
    else this.#openStream().write(line);
  }

  close(): Promise<void> {
    if (this.#state === 'failed') return Promise.resolve();
    const stream = this.#openStream();
    return new Promise((resolve) => {
      stream.once('error', () => resolve());
      stream.end(() => resolve());
    });
  }

  #openStream(): WriteStream {
    this.#stream ??= openOutputStream(this.#path).on('error', ({ message }) =>
      this.#stop('failed', message),
    );
    return this.#stream;
  }

  #stop(state: 'full' | 'failed', reason: string): void {
    if (this.#state === 'open') this.#reportProblem(`${this.#path}: ${reason}`);
    this.#state = state;
  }
}
