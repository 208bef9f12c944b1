import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:http';
import express from 'express';
import type { Express } from 'express';

import { serverLimits } from './server-limits.ts';
import type { ServerLimits } from './server-limits.ts';

/** An Express application and the HTTP server that is made for it. */
export interface ExpressServer {
  readonly app: Express;
  createServer(limits?: ServerLimits): Server;
}

/**
 * Express sets the prototype of every request and response to that of its application, which makes
 * V8 give up its optimisations (expressjs/express#5998). Here node makes them with the application's
 * prototypes from the start, so that setting them changes nothing.
 */
export function expressServer(): ExpressServer {
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
    createServer({ maxConnections, ...timesAndSizes } = serverLimits) {
      const made = { IncomingMessage: AppRequest, ServerResponse: AppResponse, ...timesAndSizes };
      return Object.assign(createServer(made, app), { maxConnections });
    },
  };
}
