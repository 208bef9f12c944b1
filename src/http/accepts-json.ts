/** Returns whether an Accept header allows JSON (RFC 9110, section 12.5.1); a range with q=0 is excluded. */
export function acceptsJson(accept: string): boolean {
  return accept
    .split(',')
    .some(
      (range) =>
        /^\s*(?:\*\/\*|application\/(?:\*|json))\s*(?:;|$)/i.test(range) &&
        !/;\s*q=0(?:\.0*)?\s*$/i.test(range),
    );
}
