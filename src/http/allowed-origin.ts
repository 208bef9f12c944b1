import { isLoopback } from './allowed-host.ts';
import { getHostName } from './host-name.ts';

/** Returns a check of Origin headers. @param allowed origins in addition to loopback; `*` for any */
export function createOriginRule(allowed: readonly string[]): (origin: string) => boolean {
  const origins = new Set(allowed);
  return (origin) => origins.has('*') || origins.has(origin) || isLoopbackOrigin(origin);
}

/** Returns the option that allows an origin, for the message that refuses it. */
export function formatOriginAdvice(origin: string): string {
  // `null`, of a page in a file or a sandboxed frame, cannot be configured.
  const isNamed = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@,\s]+$/.test(origin);
  return isNamed ? `--cors ${origin} allows it` : '--cors "*" allows any page';
}

function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol } = new URL(origin);
  return /^https?:$/.test(protocol) && isLoopback(getHostName(origin));
}
