import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';

import type { Access } from '../services.ts';
import { AccessRefusal } from './access-refusal.ts';

/**
 * Refuses a Host header that is not one of this sandbox: a web page whose name was pointed at
 * loopback (DNS rebinding) gives itself away by it.
 */
export function hostCheck(access: Access): RequestHandler {
  const allowed = new Set(access.allowHost.map((host) => host.toLowerCase()));
  if (access.publicUrl !== undefined) allowed.add(new URL(access.publicUrl).hostname);
  const known = new Set<string>();

  return (req, _res, next) => {
    const header = req.headers.host ?? '';
    if (!known.has(header)) {
      const name = hostName(header);
      if (name === undefined || !isAllowed(name, req)) {
        throw new AccessRefusal(
          'hostNotAllowed',
          403,
          'This Host is not one of the sandbox; name it with --allow-host.',
        );
      }
      if (known.size < 100) known.add(header);
    }
    next();
  };

  function isAllowed(name: string, req: Request): boolean {
    return isLoopback(name) || allowed.has(name) || isOwnAddress(name, req);
  }

  /** An address is no name that could be pointed elsewhere; the one that was called is our own. */
  function isOwnAddress(name: string, req: Request): boolean {
    const own = req.socket.localAddress?.replace(/^::ffff:/, '');
    return access.reach === 'network' && isIP(name) !== 0 && name === own;
  }
}

/** Whether a host name stands for this machine whoever resolves it (RFC 6761, section 6.3). */
export function isLoopback(name: string): boolean {
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (name.startsWith('127.') && isIP(name) === 4)
  );
}

/** The name in a Host header, in lower case and without port and brackets. */
function hostName(header: string): string | undefined {
  const parts = /^(?:\[([0-9a-fA-F:.]+)\]|([^:/?#@\s]+))(?::\d{1,5})?$/.exec(header);
  return (parts?.[1] ?? parts?.[2])?.toLowerCase();
}
