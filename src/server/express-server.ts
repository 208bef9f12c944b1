import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import express from 'express';

import { handleParserRefusals, refuseWrongHost } from './parser-refusals.ts';

/**
 * Limits of a connection, and of all connections, before a request is handled. A request that arrives byte by
 * byte is ended with 408 (RFC 9110, section 15.5.9). The number of requests on a connection is not limited.
 */
export const serverLimits = {
  /** Milliseconds for the headers of a request to arrive. */
  headersTimeout: 15_000,
  /** Milliseconds for a whole request to arrive, without the time to respond. */
  requestTimeout: 60_000,
  /** Milliseconds after which an idle connection is closed. */
  keepAliveTimeout: 5000,
  /** Interval, in milliseconds, at which the first two timeouts are checked. */
  connectionsCheckingInterval: 5000,
  /** Bytes of request line and headers; more is 431. */
  maxHeaderSize: 16_384,
  /** Maximum number of open connections; a further connection is closed at once. */
  maxConnections: 4096,
};

export type ServerLimits = Readonly<typeof serverLimits>;

/** `createServer` of node:http, or a function that serves HTTPS. */
export type CreateServer = (
  options: ServerOptions<typeof IncomingMessage, typeof ServerResponse<IncomingMessage>>,
  listener: RequestListener<typeof IncomingMessage, typeof ServerResponse<IncomingMessage>>,
) => Server;

/**
 * Creates an Express application. Express changes the prototype of every request and response, which is slow
 * (expressjs/express#5998); here, Node creates both with the prototypes of the application.
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
  // URLs with another scheme than http can lack a path.
  return `${pathname === '' ? '/' : pathname}${search}`;
}
