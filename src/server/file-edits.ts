import { stat } from 'node:fs/promises';
import { setInterval } from 'node:timers/promises';
import { readInputFile } from '../ports/input-file.ts';

/** How often the files are looked at, in milliseconds. */
const LOOK_EVERY = 100;

/**
 * Watches files. What it resolves with yields each time they have been edited and lie still again:
 * after a burst of saves once, and also when one is removed or comes back. A file that is written
 * anew with the same text is not edited.
 *
 * The files are looked at, rather than listened to: what the system tells about a file ends where an
 * editor puts another in its place, where its folder goes and comes back, and at the border of a
 * container.
 *
 * @param signal ends it
 */
export async function watchFiles(
  files: readonly string[],
  signal: AbortSignal,
): Promise<AsyncGenerator<void>> {
  // In this order an edit between the two is seen at the next look.
  const stamps = await stampsOf(files);
  return edits(files, { stamps, texts: await textsOf(files) }, signal);
}

interface Look {
  readonly stamps: string;
  readonly texts: Texts;
}

async function* edits(
  files: readonly string[],
  first: Look,
  signal: AbortSignal,
): AsyncGenerator<void> {
  let settled = first;
  let latest = first.stamps;
  for await (const _ of ticks(signal)) {
    const before = latest;
    latest = await stampsOf(files);
    const isStill = latest === before;
    if (!isStill || latest === settled.stamps) continue;
    const { texts } = settled;
    settled = { stamps: latest, texts: await textsOf(files) };
    if (!isSame(texts, settled.texts)) yield;
  }
}

async function* ticks(signal: AbortSignal): AsyncGenerator<void> {
  try {
    yield* setInterval(LOOK_EVERY, undefined, { signal, ref: false });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Changes whenever one of the files does: its content, its place on the disk, whether it is there. */
async function stampsOf(files: readonly string[]): Promise<string> {
  const stamps = await Promise.all(
    files.map(async (file) => {
      const found = await stat(file, { bigint: true }).catch(() => undefined);
      return found && [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(':');
    }),
  );
  return stamps.join();
}

type Texts = readonly (string | undefined)[];

/** Undefined for a file that is not there. */
function textsOf(files: readonly string[]): Promise<Texts> {
  return Promise.all(files.map((file) => readInputFile(file).catch(() => undefined)));
}

function isSame(one: Texts, other: Texts): boolean {
  return one.every((text, at) => text === other[at]);
}
