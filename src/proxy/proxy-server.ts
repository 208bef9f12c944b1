/** The proxy: a plain HTTP server that forwards requests and reports each exchange once it has ended. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { handleParserRefusals, refusesHost } from '../server/parser-refusals.ts';
import { Forwarder } from './forwarder.ts';
import { ProxiedExchange, type ExchangeObserver, type ProxyOptions } from './proxied-exchange.ts';

export interface ProxyServer {
  readonly server: Server;
  /** Closes the connections to the deployment. */
  close(): void;
}

export function proxyServer(options: ProxyOptions, observer: ExchangeObserver): ProxyServer {
  const forwarder = new Forwarder(options);
  const server = createServer(
    { insecureHTTPParser: false, requireHostHeader: false },
    (req, res) => {
      if (refusesHost(req, res)) return;
      new ProxiedExchange(req, res, options, observer, forwarder).go().catch((error: unknown) => {
        observer.broke(error);
        res.destroy();
      });
    },
  );
  handleParserRefusals(server);
  // How long a client takes is its own affair.
  server.requestTimeout = 0;
  return { server, close: () => forwarder.close() };
}
