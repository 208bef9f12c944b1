import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:http';
import express from 'express';
import type { Express } from 'express';

/** An Express application and the HTTP server that is made for it. */
export interface ExpressServer {
  readonly app: Express;
  createServer(): Server;
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
    createServer: () =>
      createServer({ IncomingMessage: AppRequest, ServerResponse: AppResponse }, app),
  };
}
