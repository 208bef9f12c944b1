import { isIP } from 'node:net';

export interface HostRules {
  /** Host names, in addition to loopback. */
  readonly allowHost: readonly string[];
  /** Whether the server listens on loopback only. */
  readonly reach: 'loopback' | 'network';
}

/**
 * Returns a check of Host headers, against DNS rebinding: a page at `evil.example` whose name resolves to
 * 127.0.0.1 sends `Host: evil.example`.
 */
export function createHostRule({
  allowHost,
  reach,
}: HostRules): (header: string | undefined, localAddress: string | undefined) => boolean {
  const allowed = new Set(allowHost.map((host) => host.toLowerCase()));

  return (header = '', localAddress) => {
    const name = readHostName(header);
    return (
      name !== undefined &&
      (isLoopback(name) || allowed.has(name) || isOwnAddress(name, localAddress))
    );
  };

  /** Returns whether a host is the address of this connection, which cannot be rebound, as a name can. */
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
