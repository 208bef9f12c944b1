import type { JournalEntry } from '../../src/contract/control-types.ts';

/** An open stream of the journal. */
export interface EventStream {
  readonly headers: Headers;
  /** Skips comments and returns the next event; undefined after the end of the stream. */
  next(): Promise<{ readonly id: string; readonly entry: JournalEntry } | undefined>;
  /** Returns the next part of any kind: an event, a comment or a setting. */
  nextPart(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Opens a stream and reads its first bytes, so that later events are in it. */
export async function openEventStream(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers } });
  if (response.status !== 200 || response.body === null) throw new Error(await response.text());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readPart = async (): Promise<string | undefined> => {
    while (!text.includes('\n\n')) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
    const end = text.indexOf('\n\n');
    const part = text.slice(0, end);
    text = text.slice(end + 2);
    return part;
  };
  const stream: EventStream = {
    headers: response.headers,
    async next() {
      for (;;) {
        const part = await readPart();
        if (part === undefined) return undefined;
        const event = /^id: (?<id>.+)\ndata: (?<data>.+)$/.exec(part)?.groups;
        if (event !== undefined) return { id: event['id']!, entry: JSON.parse(event['data']!) };
      }
    },
    nextPart: readPart,
    close: () => reader.cancel(),
  };
  const firstPart = await stream.nextPart();
  if (firstPart !== 'retry: 1000')
    throw new Error(`expected the stream to start with "retry: 1000", got ${firstPart}`);
  return stream;
}
