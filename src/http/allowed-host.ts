import { isIP } from 'node:net';

export interface HostRules {
  /** Host names, in addition to loopback. */
  readonly allowHost: readonly string[];
  /** Whether the server listens on loopback only. */
  readonly reach: 'loopback' | 'network';
}

/**
 * Returns a function that checks a Host header, which reveals a page whose host name was rebound to
 * loopback (DNS rebinding).
 */
export function createHostRule({
  allowHost,
  reach,
}: HostRules): (header: string | undefined, localAddress: string | undefined) => boolean {
  const allowed = new Set(allowHost.map((host) => host.toLowerCase()));
  const known = new Set<string>();

  return (header = '', localAddress) => {
    if (known.has(header)) return true;
    const name = readHostName(header);
    if (name === undefined) return false;
    const isAllowed = isLoopback(name) || allowed.has(name) || isOwnAddress(name, localAddress);
    if (!isAllowed) return false;
    if (known.size < 100) known.add(header);
    return true;
  };

  /** Accepts the address of this connection: an address cannot be rebound, as a name can. */
  function isOwnAddress(name: string, localAddress: string | undefined): boolean {
    const address = localAddress?.replace(/^::ffff:/, '');
    return reach === 'network' && isIP(name) !== 0 && name === address;
  }
}

/** Returns whether a host name always resolves to loopback (RFC 6761, section 6.3). */
export function isLoopback(name: string): boolean {
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (name.startsWith('127.') && isIP(name) === 4)
  );
}

/** Returns the name in a Host header, in lower case and without port and brackets. */
function readHostName(header: string): string | undefined {
  const parts = /^(?:\[([0-9a-fA-F:.]+)\]|([^:/?#@\s]+))(?::\d{1,5})?$/.exec(header);
  return (parts?.[1] ?? parts?.[2])?.toLowerCase();
}
