/** Limits response bodies, so that a deployment cannot exhaust the memory of a run. */

/** Maximum body size in bytes; the connection is closed when a body exceeds it. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Maximum nesting of JSON; bodies of the interface have about five levels. */
const MAX_NESTING = 100;

/** The reason why a body was not read; repeating the request would not help. */
export type BodyProblem = 'ETOOLARGE' | 'ETOODEEP';

export const bodyProblems: Readonly<Record<BodyProblem, string>> = {
  ETOOLARGE: `the response body is larger than ${MAX_BODY_BYTES / 1024 ** 2} MiB`,
  ETOODEEP: `the response body is JSON that is nested more than ${MAX_NESTING} levels deep`,
};

export function isBodyProblem(code: string | null): code is BodyProblem {
  return code !== null && Object.hasOwn(bodyProblems, code);
}

/** An error for a body that was not read; `code` is the reason, as in errors of Node. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly code: BodyProblem;

  constructor(code: BodyProblem) {
    super(bodyProblems[code]);
    this.code = code;
  }
}

/** Returns undefined if the text is not JSON; throws BodyError if the nesting is too deep. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new BodyError('ETOODEEP');
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the decompressed text; throws BodyError and disconnects if it exceeds the limit. */
export async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const received: AsyncIterable<Uint8Array> | null = body;
  for await (const chunk of received ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the stream.
    if (size > MAX_BODY_BYTES) throw new BodyError('ETOOLARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns whether the nesting is too deep: JSON.parse needs half a kilobyte for each open bracket. */
function isTooDeep(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  let depth = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset];
    if (character === '"') offset = findEndOfString(text, offset);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > MAX_NESTING) return true;
  }
  return false;
}

function findEndOfString(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    if (text[offset] === '\\') offset += 1;
    else if (text[offset] === '"') return offset;
  }
  return text.length;
}
