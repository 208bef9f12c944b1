/** How a text may be written inside another: plain, escaped, encoded. */

const HTML: readonly (readonly [letter: string, words: readonly [string, string]])[] = [
  ['&', ['&amp;', '&#38;']],
  ['<', ['&lt;', '&#60;']],
  ['>', ['&gt;', '&#62;']],
  ['"', ['&quot;', '&#34;']],
  ["'", ['&#39;', '&#x27;']],
];

/** Each spelling once, the plain one first. */
export function spellingsOf(text: string): readonly string[] {
  const escaped = inJson(text);
  const inUrl = encodeURIComponent(text);
  const base64 = Buffer.from(text).toString('base64').replaceAll('=', '');
  return [
    ...new Set([
      text,
      escaped,
      inJson(escaped),
      inUrl,
      inUrl.replaceAll(/%../g, (byte) => byte.toLowerCase()),
      new URLSearchParams({ '': text }).toString().slice(1),
      inHtml(text, 0),
      inHtml(text, 1),
      base64,
      base64.replaceAll('+', '-').replaceAll('/', '_'),
    ]),
  ];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function inHtml(text: string, spelling: 0 | 1): string {
  return HTML.reduce((safe, [letter, words]) => safe.replaceAll(letter, words[spelling]), text);
}
