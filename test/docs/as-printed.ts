/** Normalizes the output on a page and the real output: removes parts that differ between runs. */

const VARYING: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>'],
  // A port that was free; 4020 and 4030 in a page.
  [/(?<=127\.0\.0\.1:|localhost:)\d+/g, '<port>'],
  [/(?<=sign in: )[\w-]{43}/g, '<challenge>'],
  [/(?<="code":\s?")\d{6}(?=")/g, '<code>'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<jwt>'],
  [/(?<=(?:\(|"|^))[a-z0-9]{8}-\d+-\d+(?=[)":])/gm, '<entry>'],
  [/\bw-[0-9a-f]{10}\b/g, '<workspace>'],
  [/0x[0-9a-f]{64}\b/g, '<hash>'],
  [/\b[0-9a-f]{12}-\d+\b/g, '<request>'],
  [/\b\d+(?:\.\d+)? ?m?s\b/g, '<duration>'],
  [/(?<="(?:durationMs|seed)":\s?)\d+(?:\.\d+)?/g, '<number>'],
  [/(?<=control token: )\S+/g, '<token>'],
  // A response without a line end has the next one behind it; in a terminal the prompt is between them.
  [/(?<=[}\]])(?=[{[]["{])/g, '\n'],
  // The number of requests of a run depends on the order of responses.
  [/\b\d+ of (?=\d+ requests)/g, '<number> of '],
  [/\b\d+(?= users created)/g, '<number>'],
];

/** A text with a word in place of each id, time, port, code and duration. */
export function replaceVarying(text: string): string {
  return VARYING.reduce(
    (rest, [pattern, word]) => rest.replaceAll(pattern, word),
    text.trimEnd(),
  ).replaceAll(/[ \r]+$/gm, '');
}

/** Whether a page shows the output. A line of three dots matches any lines. */
export function isShown(shown: string, printed: string): boolean {
  const wanted = replaceVarying(shown);
  const got = replaceVarying(printed);
  const pattern = wanted
    .split('\n')
    .map((line) => (line.trim() === '...' ? '(?:.*\n)*?' : `${escape(line)}\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${got}\n`);
}

function escape(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
