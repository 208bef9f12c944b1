import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const TYPES = { html: 'text/html', js: 'text/javascript' };

/**
 * Serves the page on a free port: as in production, the page and the service have different origins.
 *
 * @param config the URL of the service and the credentials, which the page reads from /config.json
 */
export async function servePage(config) {
  const server = createServer(async ({ url }, response) => {
    if (url === '/config.json') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(config));
      return;
    }
    const name = url === '/' ? 'index.html' : url.slice(1);
    const file = new URL(`../page/${name}`, import.meta.url);
    const type = TYPES[name.split('.').at(-1)] ?? 'text/plain';
    response.setHeader('content-type', type).end(await readFile(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
