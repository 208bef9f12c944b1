import { BoundedCache } from '../bounded-cache.ts';

const known = new BoundedCache<string, boolean>(100);

/** Returns whether an Accept header allows JSON. Results are cached, since clients repeat the header. */
export function acceptsJson(accept: string): boolean {
  let accepts = known.get(accept);
  if (accepts === undefined) {
    accepts = allowsJson(accept);
    known.set(accept, accepts);
  }
  return accepts;
}

/** RFC 9110, section 12.5.1: a range with q=0 is excluded. */
function allowsJson(accept: string): boolean {
  return accept
    .split(',')
    .some(
      (range) =>
        /^\s*(?:\*\/\*|application\/(?:\*|json))\s*(?:;|$)/i.test(range) &&
        !/;\s*q=0(?:\.0*)?\s*$/i.test(range),
    );
}
