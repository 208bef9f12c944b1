/** Returns the host name of a URL; an IPv6 address without its brackets. */
export function getHostName(url: string | URL): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}
