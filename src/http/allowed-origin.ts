import { isLoopback } from './allowed-host.ts';
import { getHostName } from './host-name.ts';

/** Returns a function that checks Origin headers. @param allowed origins in addition to loopback; `*` for any */
export function createOriginRule(allowed: readonly string[]): (origin: string) => boolean {
  const origins = new Set(allowed);
  return (origin) => origins.has('*') || origins.has(origin) || isLoopbackOrigin(origin);
}

/** Returns the advice for a refused origin: the option that allows the origin. */
export function formatOriginAdvice(origin: string): string {
  // A page in a file or in a sandboxed frame has the origin `null`, which --cors does not accept.
  const isNamed = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@,\s]+$/.test(origin);
  return isNamed ? `--cors ${origin} allows it` : '--cors "*" allows any page';
}

function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol } = new URL(origin);
  return /^https?:$/.test(protocol) && isLoopback(getHostName(origin));
}
