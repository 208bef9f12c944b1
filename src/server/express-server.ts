import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import express from 'express';

import { handleParserRefusals, refuseWrongHost } from './parser-refusals.ts';
import { serverLimits, type ServerLimits } from './server-limits.ts';

/** `createServer` of node:http, or a function that serves HTTPS. */
export type CreateServer = (
  options: ServerOptions<typeof IncomingMessage, typeof ServerResponse<IncomingMessage>>,
  listener: RequestListener<typeof IncomingMessage, typeof ServerResponse<IncomingMessage>>,
) => Server;

/**
 * Creates an Express application without its cost of changing the prototype of every request and response
 * (expressjs/express#5998): Node creates them with the prototypes of the application.
 */
export function createExpressServer() {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');

  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });

  return {
    app,
    createServer(
      { maxConnections, ...timesAndSizes }: ServerLimits = serverLimits,
      create: CreateServer = createServer,
    ): Server {
      const options = {
        IncomingMessage: AppRequest,
        ServerResponse: AppResponse,
        // Node's own response to a missing Host header has no body; `refuseWrongHost` replaces it.
        requireHostHeader: false,
        ...timesAndSizes,
      };
      const server = create(options, (req, res) => {
        if (refuseWrongHost(req, res)) return;
        if (req.url?.startsWith('/') === false) req.url = parseTargetPath(req.url);
        app(req, res);
      });
      handleParserRefusals(server);
      return Object.assign(server, { maxConnections });
    },
  };
}

/** Returns path and query of an absolute URL, as proxies receive (RFC 9112, section 3.2.2). */
function parseTargetPath(target: string): string {
  if (!URL.canParse(target)) return '/';
  const { pathname, search } = new URL(target);
  // Only http URLs always have a path.
  return `${pathname === '' ? '/' : pathname}${search}`;
}
