import type { Dialect } from '../dialect/dialect.ts';
import { readDocument } from '../documents/read-document.ts';
import { checkMessages, type CheckedMessages } from './check-messages.ts';
import { readMessageMap, findCodePrefix } from './message-map.ts';
import { readProperties } from './properties-text.ts';

export interface CheckedText extends Pick<CheckedMessages, 'findings' | 'wrongFlags'> {
  /** Whether the text could be parsed; otherwise the findings are only about its syntax. */
  readonly state: 'understood' | 'not parsed';
  /** The prefix of the flags, if the given one has no messages. */
  readonly elsewhere?: string | undefined;
}

export interface MessageTextOptions {
  readonly dialect: Dialect;
  /** Names the text in findings. A name that ends in `.properties` selects that format, else JSON or YAML. */
  readonly file: string | undefined;
  readonly keyPrefix: string | undefined;
}

/** Checks a message file against the flag catalogue (§7.1): JSON (`.arb` too), YAML or properties. */
export async function checkMessageText(
  text: string,
  { dialect, file, keyPrefix }: MessageTextOptions,
): Promise<CheckedText> {
  const read = file?.endsWith('.properties')
    ? await readProperties(text, file)
    : await readDocument(text, { file });
  if ('findings' in read) {
    return { state: 'not parsed', findings: read.findings, wrongFlags: new Set() };
  }
  const { document } = read;
  const map = await readMessageMap(document, keyPrefix);
  const { findings, missingFlags, wrongFlags } = await checkMessages(map, document, dialect);
  const codes = dialect.flags.catalogue.map(({ code }) => code);
  const elsewhere =
    missingFlags === codes.length ? await findCodePrefix(document, codes) : undefined;
  return { state: 'understood', findings, wrongFlags, elsewhere };
}
