import { createServer, type Server } from 'node:http';

import { parseDestination } from './identities.ts';
import type { Channel, Variant } from './variant.ts';

/** Returns the newest code of each destination to tests. */
export class Outbox {
  readonly #variant: Variant;
  readonly #newestCodes = new Map<string, string>();

  constructor(variant: Variant) {
    this.#variant = variant;
  }

  put(channel: Channel, destination: string, code: string): void {
    this.#newestCodes.set(`${channel} ${destination}`, code);
  }

  #read(query: URLSearchParams): string | undefined {
    const channel = query.get('channel');
    // A plus sign that was not escaped arrives as a space.
    const to = query.get('to')?.replace(/^ /, '+');
    if ((channel !== 'sms' && channel !== 'email') || to === undefined) return undefined;
    return this.#newestCodes.get(
      `${channel} ${parseDestination(channel, to, this.#variant) ?? to}`,
    );
  }

  createServer(): Server {
    return createServer((request, response) => {
      const code = this.#read(new URLSearchParams(request.url?.split('?')[1]));
      response.writeHead(code === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(code === undefined ? { error: 'No code.' } : { code }));
    });
  }
}
