import type { RequestHandler } from 'express';

import { ControlRefusal } from '../../control/request/control-refusal.ts';
import { createHostRule } from '../../http/allowed-host.ts';
import { getHostName } from '../../http/host-name.ts';
import type { Access } from '../services.ts';

/** Refuses requests whose Host header does not name this sandbox, to prevent DNS rebinding. */
export function createHostStage({ allowHost, publicUrl, reachableFrom }: Access): RequestHandler {
  const publicHost = publicUrl === undefined ? [] : [getHostName(publicUrl)];
  const isAllowed = createHostRule({ allowHost: [...allowHost, ...publicHost], reachableFrom });
  return (req, _res, next) => {
    if (!isAllowed(req.headers.host, req.socket.localAddress)) {
      throw new ControlRefusal(
        'hostNotAllowed',
        'The Host header is not allowed. Use a loopback name such as localhost, or allow the host with --allow-host.',
      );
    }
    next();
  };
}
