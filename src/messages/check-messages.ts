/** Checks whether a client has a message for each flag (§7.1). */
import type { FlagCategory } from '../contract/types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { suggestOr } from '../did-you-mean.ts';
import { FindingList, listFindings } from '../documents/finding-list.ts';
import type { Finding } from '../documents/finding.ts';
import { isJsonObject } from '../documents/json-object.ts';
import { readDocument } from '../documents/read-document.ts';
import { placeFindings } from '../documents/source-document.ts';
import { truncateName } from '../documents/text-findings.ts';
import { TimeSlices } from '../ports/time-slices.ts';
import {
  findCodePrefix,
  getFirstKey,
  getFirstKeyPointer,
  readMessageMap,
  type Entry,
  type MessageMap,
} from './message-map.ts';
import { readProperties } from './properties-text.ts';

export interface MessageFinding extends Finding {
  readonly flag?: string;
}

export interface CheckedText {
  /** `not parsed` if the text is not a map of messages; then the findings contain only the reason. */
  readonly state: 'parsed' | 'not parsed';
  /** Errors and warnings with their places, such as an error for each flag without a message. */
  readonly findings: readonly MessageFinding[];
  /** The flags with an error. `findings` is limited, so it can omit some of these errors. */
  readonly flagsWithErrors: ReadonlySet<string>;
  /** The prefix of the flag codes in the file, if no message has the expected prefix. */
  readonly foundPrefix?: string | undefined;
}

interface MessageTextOptions {
  readonly dialect: Dialect;
  /** The file name in findings. Its extension selects the format: .properties, .json, .arb; else JSON or YAML. */
  readonly file: string | undefined;
  readonly keyPrefix: string | undefined;
}

/** Checks a message file (JSON, `.arb`, YAML or .properties) against the flag catalogue (§7.1). */
export async function checkMessageText(
  text: string,
  { dialect, file, keyPrefix }: MessageTextOptions,
): Promise<CheckedText> {
  const parsed = file?.endsWith('.properties')
    ? await readProperties(text, file)
    : await readDocument(text, { file });
  if ('findings' in parsed) {
    return { state: 'not parsed', findings: parsed.findings, flagsWithErrors: new Set() };
  }
  const { document } = parsed;
  if (!isJsonObject(document.value ?? {})) {
    const findings = await placeFindings([createNotMapFinding(document.value)], document);
    return { state: 'not parsed', findings, flagsWithErrors: new Set() };
  }
  const codes = dialect.flags.catalogue.map(({ code }) => code);
  const map = await readMessageMap(document, keyPrefix);
  const { findings, flagsWithErrors, foundFlags } = await checkMessages(map, codes, dialect);
  return {
    state: 'parsed',
    findings: await listFindings(findings, document),
    flagsWithErrors,
    foundPrefix: foundFlags.size === 0 ? await findCodePrefix(document, codes) : undefined,
  };
}

/**
 * Compares messages with the flag catalogue of a dialect. A message is a text, or a map of texts such as a
 * title and a body.
 */
async function checkMessages(
  { entries, prefix, pointer }: MessageMap,
  codes: readonly string[],
  dialect: Dialect,
) {
  const categories = new Set(dialect.flags.catalogue.flatMap(({ category }) => category ?? []));
  const describeKey = createKeyDescriber(prefix, pointer);
  const findFlag = createFlagFinder(codes);
  const findFallback = createFallbackFinder(categories, dialect);
  const foundFlags = new Set<string>();
  const foundFallbacks = new Set<Fallback>();
  /** Pointers by first key: one finding per first key, even if the key has several texts. */
  const unknownKeys = new Map<string, string>();
  const findings = new FindingList<MessageFinding>();
  const flagsWithErrors = new Set<string>();
  const slices = new TimeSlices();

  for (const entry of entries) {
    if (slices.isUsedUp) await slices.yieldToEvents();
    const flag = findFlag(entry.key);
    const firstKey = getFirstKey(entry);
    const fallback = flag === undefined ? findFallback(firstKey) : undefined;
    if (flag === undefined && fallback === undefined) {
      const keyPointer = unknownKeys.get(firstKey) ?? getFirstKeyPointer(entry, prefix);
      unknownKeys.set(firstKey, keyPointer);
      continue;
    }
    if (flag !== undefined) foundFlags.add(flag);
    if (fallback !== undefined) foundFallbacks.add(fallback);
    const problem = findTextProblem(entry, flag);
    if (problem !== undefined) findings.add('error', () => problem);
    if (problem !== undefined && flag !== undefined) flagsWithErrors.add(flag);
  }
  for (const code of codes) {
    if (foundFlags.has(code)) continue;
    findings.add('error', () =>
      createFinding('missing-message', pointer, {
        message: `No message for the flag ${code}.`,
        hint: `Add a message with the key ${describeKey(code)}.`,
        flag: code,
      }),
    );
    flagsWithErrors.add(code);
  }
  for (const category of categories) {
    if (foundFallbacks.has(category) || foundFallbacks.has(FALLBACK_FOR_ALL)) continue;
    findings.add('warning', () =>
      createWarning('category-without-fallback', pointer, {
        message: `No fallback message for unknown flags of the category ${category}.`,
        hint: `Add a message with the key ${describeKey(category)}, or ${describeKey(FALLBACK_FOR_ALL)} for all categories.`,
      }),
    );
  }
  const known = [...codes, ...categories];
  for (const [name, keyPointer] of unknownKeys) {
    findings.add('warning', () =>
      createWarning('unknown-key', keyPointer, {
        message: `Unknown flag "${truncateName(name)}": not in the flag catalogue of the dialect.`,
        hint: suggestOr(
          'Remove it, or set the dialect whose catalogue contains it (--dialect).',
          name,
          known,
        ),
      }),
    );
    if (slices.isUsedUp) await slices.yieldToEvents();
  }
  return { findings, flagsWithErrors, foundFlags };
}

/**
 * Returns a function that finds the flag of a key: the longest code at the start of the key. The longest, because
 * `K1` and `K1.a` can both be codes.
 */
function createFlagFinder(codes: readonly string[]): (key: string) => string | undefined {
  const known = new Set(codes);
  const longest = Math.max(...codes.map(({ length }) => length));
  return (key) => {
    let flag: string | undefined;
    for (let end = 1; end <= Math.min(key.length, longest); end += 1) {
      const isAtDotOrEnd = end === key.length || key.charAt(end) === '.';
      if (isAtDotOrEnd && known.has(key.slice(0, end))) flag = key.slice(0, end);
    }
    return flag;
  };
}

/** Returns a function that describes a key: `"K1001" under "flags"` in a nested file, else `"flags.K1001"`. */
function createKeyDescriber(prefix: string, pointer: string): (key: string) => string {
  const isNested = pointer !== '' && prefix.endsWith('.');
  return (key) => (isNested ? `"${key}" under "${prefix.slice(0, -1)}"` : `"${prefix}${key}"`);
}

function createNotMapFinding(value: unknown): MessageFinding {
  const kind = Array.isArray(value) ? 'list' : typeof value;
  return createFinding('not-a-map', '', {
    message: `Expected a map of flag codes to messages, got a ${kind}.`,
    hint: 'Write one key for each flag.',
  });
}

type FindingTexts = Pick<MessageFinding, 'message' | 'hint' | 'flag'>;

/** Creates an error that cites §7.1: every flag needs a message. */
function createFinding(rule: string, pointer: string, texts: FindingTexts): MessageFinding {
  return { rule, clause: '7.1', severity: 'error', pointer, ...texts };
}

/** Creates a warning that cites §2.7: the catalogue is not shown, so clients must expect unknown flags. */
function createWarning(rule: string, pointer: string, texts: FindingTexts): MessageFinding {
  return { rule, clause: '2.7', severity: 'warning', pointer, ...texts };
}

/** Returns a finding if a message is empty or not a text (§7.1), else undefined. */
function findTextProblem(
  { key, value, pointer }: Entry,
  flag?: string,
): MessageFinding | undefined {
  if (typeof value === 'string' && value.trim() !== '') return undefined;
  const flagOfFinding = flag === undefined ? {} : { flag };
  const name = truncateName(key);
  if (value === null || value === undefined || typeof value === 'string') {
    const hint = 'Write the text that the user reads.';
    return createFinding('empty-message', pointer, {
      message: `The message of ${name} is empty.`,
      hint,
      ...flagOfFinding,
    });
  }
  const shown = Array.isArray(value) ? 'a list' : JSON.stringify(value);
  const message = `Expected a string for ${name}, got ${shown}.`;
  const hint = 'Write the text in quotes.';
  return createFinding('message-not-text', pointer, { message, hint, ...flagOfFinding });
}

/** The key of a message for flags of all categories. */
const FALLBACK_FOR_ALL = 'default';

/** The category of a fallback message, or `default` for all categories. */
type Fallback = FlagCategory | typeof FALLBACK_FOR_ALL;

/**
 * Returns a function that finds the category of a fallback message by its name in the interface (§2.7) or
 * in the dialect. Ignores spaces, case and punctuation, because some formats do not allow spaces in keys:
 * `kycReview` and `KYC_REVIEW` mean `KYC Review`.
 */
function createFallbackFinder(
  categories: Iterable<FlagCategory>,
  dialect: Dialect,
): (name: string) => Fallback | undefined {
  const byLetters = new Map<string, FlagCategory>();
  for (const category of categories) {
    for (const word of [category, dialect.flags.categoryNames[category]]) {
      const letters = normalizeName(word);
      if (!byLetters.has(letters)) byLetters.set(letters, category);
    }
  }
  return (name) => (name === FALLBACK_FOR_ALL ? name : byLetters.get(normalizeName(name)));
}

function normalizeName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
