/** Texts that trip up what stores, decodes or compares them; none of them reaches anybody. */
export const hostileTexts: readonly { readonly what: string; readonly text: string }[] = [
  { what: 'a NUL character', text: 'a\u0000b' },
  { what: 'an unpaired surrogate', text: 'a\ud800b' },
  // Written right to left, of no width, made of several, combined; then what ends a text in SQL.
  {
    what: 'unusual characters',
    text: `\u202eabc\u200b\ufeff\u{1f469}\u200d\u{1f4bb}e\u0301'"\\;--%`,
  },
  { what: '8 KiB of letters', text: 'a'.repeat(8192) },
];
