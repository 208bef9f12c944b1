/**
 * A path as a URI reference (RFC 3986, RFC 8089): a relative one stays relative, `C:\a b.yaml`
 * becomes `file:///C:/a%20b.yaml`.
 */
export function fileUri(path: string): string {
  const parts = path.split(/[/\\]/);
  const [first = ''] = parts;
  if (/^[A-Za-z]:$/.test(first)) return `file:///${first}/${encoded(parts.slice(1))}`;
  if (first === '') return `file://${encoded(parts)}`;
  return encoded(first === '.' ? parts.slice(1) : parts);
}

function encoded(parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join('/');
}
