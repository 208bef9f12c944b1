/** Decodes percent-encoding (RFC 3986), JSON escapes and character references (HTML). */

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** Decodes one layer; returns the same text if it contains no escape. */
export function decodeEscapes(text: string): string {
  return decodePercent(text)
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/\\(["\\/])/g, '$1')
    .replace(
      /&#(?:[xX]([0-9a-fA-F]{1,6})|(\d{1,7}));/g,
      (reference, hex?: string, digits?: string) => {
        const point = hex === undefined ? Number(digits) : parseInt(hex, 16);
        return point <= 0x10ffff ? String.fromCodePoint(point) : reference;
      },
    )
    .replace(/&(amp|lt|gt|quot|apos);/g, (reference, name: string) => ENTITIES[name] ?? reference);
}

/** Decodes as far as possible: an error elsewhere in the text hides nothing. */
function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  );
}
