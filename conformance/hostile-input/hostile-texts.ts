/** Texts that cause errors when they are stored, decoded or compared; no person receives them. */
export const hostileTexts: readonly { readonly what: string; readonly text: string }[] = [
  { what: 'a NUL character', text: 'a\u0000b' },
  { what: 'an unpaired surrogate', text: 'a\ud800b' },
  // Right-to-left, zero-width and combining characters, then characters that end a string in SQL.
  {
    what: 'unusual characters',
    text: `\u202eabc\u200b\ufeff\u{1f469}\u200d\u{1f4bb}e\u0301'"\\;--%`,
  },
  { what: '32 KiB of letters', text: 'a'.repeat(32_768) },
];
