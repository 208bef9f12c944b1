import { stat } from 'node:fs/promises';
import { setInterval } from 'node:timers/promises';
import { readInputFile } from '../ports/input-file.ts';

/** Polling interval in milliseconds. */
const POLL_INTERVAL = 100;

/**
 * Watches files. Yields after an edit, when a poll finds no further change, so several quick saves count as
 * one edit. Removing or creating a file is an edit; rewriting a file with the same text is not.
 *
 * Files are polled because file system events stop when an editor replaces the file, when its folder is
 * removed and created again, and on volumes of a container.
 *
 * @param signal stops watching
 */
export async function watchFiles(
  files: readonly string[],
  signal: AbortSignal,
): Promise<AsyncGenerator<void>> {
  // Stamps are read before texts, so that the next poll detects an edit between the two.
  const stamps = await readStamps(files);
  return watchEdits(files, stamps, await readTexts(files), signal);
}

async function* watchEdits(
  files: readonly string[],
  firstStamps: string,
  firstTexts: Texts,
  signal: AbortSignal,
): AsyncGenerator<void> {
  let texts = firstTexts;
  let settledStamps = firstStamps;
  let latest = firstStamps;
  for await (const _ of yieldTicks(signal)) {
    const previous = latest;
    latest = await readStamps(files);
    const isStillChanging = latest !== previous;
    const isUnedited = latest === settledStamps;
    if (isStillChanging || isUnedited) continue;
    settledStamps = latest;
    const textsBefore = texts;
    texts = await readTexts(files);
    if (texts.some((text, index) => text !== textsBefore[index])) yield;
  }
}

async function* yieldTicks(signal: AbortSignal): AsyncGenerator<void> {
  try {
    yield* setInterval(POLL_INTERVAL, undefined, { signal, ref: false });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Returns a text that changes when a file is edited, moved or removed. */
async function readStamps(files: readonly string[]): Promise<string> {
  const stamps = await Promise.all(
    files.map(async (file) => {
      const found = await stat(file, { bigint: true }).catch(() => undefined);
      return found && [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(':');
    }),
  );
  return stamps.join();
}

type Texts = readonly (string | undefined)[];

/** Undefined if the file is missing. */
function readTexts(files: readonly string[]): Promise<Texts> {
  return Promise.all(files.map((file) => readInputFile(file).catch(() => undefined)));
}
