/** Parts of outputs that differ between runs, and their placeholders. */
const VARYING_PARTS: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>'],
  // Servers of the tests use a free port instead of 4020 or 4030.
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
  // Responses without a final line break follow each other directly.
  [/(?<=[}\]])(?=[{[]["{])/g, '\n'],
  // The number of requests of a run depends on the order of responses.
  [/\b\d+ of (?=\d+ requests)/g, '<number> of '],
  [/\b\d+(?= users created)/g, '<number>'],
];

/** Replaces each id, time, port, code and duration by a placeholder. */
export function replaceVaryingParts(text: string): string {
  let replaced = text.trimEnd();
  for (const [pattern, placeholder] of VARYING_PARTS)
    replaced = replaced.replaceAll(pattern, placeholder);
  return replaced.replaceAll(/[ \r]+$/gm, '');
}

/** Returns whether a page shows the output of a command. A line `...` of the page matches any number of lines. */
export function matchesPage(outputOnPage: string, printed: string): boolean {
  const pattern = replaceVaryingParts(outputOnPage)
    .split('\n')
    .map((line) => (line.trim() === '...' ? '(?:.*\n)*?' : `${escapePattern(line)}\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${replaceVaryingParts(printed)}\n`);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
