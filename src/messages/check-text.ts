/** Compares the message file of a client with the catalogue of flags (§7.1). */
import type { Dialect } from '../dialect/dialect.ts';
import { readDocument } from '../documents/read-document.ts';
import { checkMessages } from './check-messages.ts';
import type { CheckedMessages } from './check-messages.ts';
import { messageMap, prefixOfCodes } from './message-map.ts';
import { readProperties } from './properties-text.ts';

export interface CheckedText extends Pick<CheckedMessages, 'findings' | 'wrongFlags'> {
  /** Whether the text could be parsed; otherwise the findings are only about its syntax. */
  readonly state: 'understood' | 'not parsed';
  /** Where nothing is under the prefix: another, behind which the flags are. */
  readonly elsewhere?: string | undefined;
}

export interface MessageTextOptions {
  readonly dialect: Dialect;
  /** Names the text in findings. A name that ends in `.properties` selects that format, else JSON or YAML. */
  readonly file: string | undefined;
  readonly keyPrefix: string | undefined;
}

/** Checks a text of messages: JSON (`.arb` too), YAML or properties. */
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
  const map = await messageMap(document, keyPrefix);
  const { findings, missingFlags, wrongFlags } = await checkMessages(map, document, dialect);
  const codes = dialect.flags.catalogue.map(({ code }) => code);
  const isElsewhere = missingFlags === codes.length;
  const elsewhere = isElsewhere ? await prefixOfCodes(document, codes) : undefined;
  return { state: 'understood', findings, wrongFlags, elsewhere };
}
