import type { WriteStream } from 'node:fs';
import { openOutputStream } from '../../ports/output-file.ts';
import { toVisibleJson } from '../../reporting/text/visible-text.ts';
import type { ProxyEntry } from '../../contract/proxy-journal.gen.ts';

/** Maximum size in bytes, so that a forgotten proxy does not fill the disk. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Writes a file with one JSON document per line. An existing file is replaced only at the first request or at
 * the end: a proxy that cannot start does not destroy the file.
 *
 * @param reportProblem called once, with the reason, if writing stops
 */
export function createJournalFile(path: string, reportProblem: (problem: string) => void) {
  let stream: WriteStream | undefined;
  let size = 0;
  let state: 'open' | 'full' | 'failed' = 'open';
  const openStream = (): WriteStream =>
    (stream ??= openOutputStream(path).on('error', ({ message }) => stop('failed', message)));

  function stop(newState: 'full' | 'failed', reason: string): void {
    if (state === 'open') reportProblem(`${path}: ${reason}`);
    state = newState;
  }

  return {
    append(entry: ProxyEntry): void {
      if (state !== 'open') return;
      const line = `${toVisibleJson(JSON.stringify(entry))}\n`;
      size += Buffer.byteLength(line);
      if (size > MAX_BYTES) stop('full', 'the file is full; later requests are not recorded');
      else openStream().write(line);
    },
    async close(): Promise<void> {
      if (state === 'failed') return;
      await new Promise<void>((resolve) => {
        openStream()
          .once('error', () => resolve())
          .end(() => resolve());
      });
    },
  };
}
