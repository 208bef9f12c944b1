import { isIP } from 'node:net';

export interface HostRules {
  /** Host names, in addition to loopback. */
  readonly allowHost: readonly string[];
  /** `loopback` if the server listens on loopback only. */
  readonly reachableFrom: 'loopback' | 'network';
}

/**
 * Returns a function that checks Host headers, to prevent DNS rebinding: if `evil.example` resolves to
 * 127.0.0.1, its pages send `Host: evil.example` to this server.
 */
export function createHostRule({
  allowHost,
  reachableFrom,
}: HostRules): (header: string | undefined, localAddress: string | undefined) => boolean {
  const allowed = new Set(allowHost.map((host) => host.toLowerCase()));

  return (header = '', localAddress) => {
    const name = readHostName(header);
    return (
      name !== undefined &&
      (isLoopback(name) || allowed.has(name) || isOwnAddress(name, localAddress))
    );
  };

  /** Returns whether a host is the IP address that the client connected to: DNS rebinding needs a name. */
  function isOwnAddress(name: string, localAddress: string | undefined): boolean {
    const address = localAddress?.replace(/^::ffff:/, '');
    return reachableFrom === 'network' && isIP(name) !== 0 && name === address;
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
