import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { build } from 'esbuild';

import { listen } from '../../setup/listen.ts';

export interface ServedPages {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves each page at `/NAME`, on another origin than the sandbox, like an app.
 *
 * @param tls certificate and key as PEM, to serve HTTPS
 */
export async function servePages(
  names: readonly string[],
  tls?: { readonly cert: string; readonly key: string },
): Promise<ServedPages> {
  const { outputFiles } = await build({
    entryPoints: names.map((name) => `test/wallet/browser/pages/${name}.ts`),
    outdir: 'pages',
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  });
  const scripts = new Map(
    outputFiles.map(({ path, text }) => [/(\w+)\.js$/.exec(path)?.[1] ?? '', text]),
  );
  const respond: RequestListener = ({ url = '/' }, response) => {
    const script = scripts.get(url.slice(1).replace(/\.js$/, ''));
    const isScript = url.endsWith('.js');
    response.writeHead(script === undefined ? 404 : 200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
    });
    response.end(
      isScript ? script : `<!doctype html><script type="module" src="${url}.js"></script>`,
    );
  };
  const server = tls === undefined ? createServer(respond) : createSecureServer(tls, respond);
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${await listen(server)}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
