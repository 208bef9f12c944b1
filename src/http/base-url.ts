/** Removes slashes at the end, so that a path can be appended. */
export function removeEndSlashes(url: string): string {
  let end = url.length;
  while (url.charAt(end - 1) === '/') end -= 1;
  return url.slice(0, end);
}
