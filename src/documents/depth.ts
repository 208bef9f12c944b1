/** How deep a document may be nested; ours are some five levels deep. */
export const MAX_DEPTH = 200;

/** Whether a value is nested deeper than that. It looks no deeper itself. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth >= MAX_DEPTH || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}
