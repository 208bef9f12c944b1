import type { DestinationStream } from 'pino';

import { setTimeout } from './real-timers.ts';

/** Lines are buffered up to this number of bytes or milliseconds, because a write for each line is expensive. */
const BUFFER_BYTES = 64 * 1024;
const MAX_WRITE_BYTES = 2 * BUFFER_BYTES;
const FLUSH_INTERVAL_MS = 100;
/** Bytes that wait for a stalled reader; further lines are dropped. */
const MAX_PENDING_BYTES = 16 * 1024 * 1024;
/** A flush is aborted after this time without progress. */
const STALL_TIMEOUT_MS = 1000;

/** A destination that writes in the background, within 100 ms or when the process exits. */
export interface LogDestination extends DestinationStream {
  /** Resolves when all lines are written. The destination is closed if that is impossible. */
  flush(): Promise<void>;
}

/** Opens a destination. @param descriptor a file descriptor */
export async function openLogDestination(descriptor: number): Promise<LogDestination> {
  // Bundled or not, pino is the default export.
  const { default: pino } = await import('pino');
  let isClosed = false;
  const file = pino.destination({
    dest: descriptor,
    sync: false,
    minLength: BUFFER_BYTES,
    maxWrite: MAX_WRITE_BYTES,
    // In text mode sonic-boom recounts the whole buffer for each line.
    contentMode: 'buffer',
    periodicFlush: FLUSH_INTERVAL_MS,
    maxLength: MAX_PENDING_BYTES,
    // A full pipe returns EAGAIN.
    retryEAGAIN: () => !isClosed,
  });
  // A full disk or a closed pipe ends the log, not the process.
  file.on('error', () => {});
  // The types of pino omit buffers.
  const bytes: { write(line: string | Buffer): boolean } = file;
  return {
    write: (line) => isClosed || bytes.write(Buffer.from(line)),
    async flush() {
      // The first call may only wait for a running write; the second writes the lines that were added meanwhile.
      if (isClosed || ((await flushFile(file)) && (await flushFile(file)))) return;
      isClosed = true;
      // Otherwise the process would retry to write at exit, forever.
      file.destroy();
    },
  };
}

/** Resolves to whether all was written before an error or a stall. */
function flushFile(file: ReturnType<typeof import('pino').destination>): Promise<boolean> {
  return new Promise((resolve) => {
    const resetTimeout = () => stalled.refresh();
    const end = (isWritten: boolean) => {
      clearTimeout(stalled);
      file.off('write', resetTimeout);
      resolve(isWritten);
    };
    const stalled = setTimeout(end, STALL_TIMEOUT_MS, false);
    file.on('write', resetTimeout);
    // A terminal or a pipe cannot be synced; its data is written nevertheless.
    file.flush((error?: NodeJS.ErrnoException | null) => {
      end(!error || error.syscall === 'fsync');
    });
  });
}
