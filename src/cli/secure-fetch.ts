/** Sends HTTPS requests to a local sandbox: `fetch` has no option for a certificate authority (CA). */
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { rootCertificates } from 'node:tls';

import { getDataFolder, getExtraAuthorityFile } from '../config.ts';
import { getAuthorityPath } from '../server/tls/local-authority.ts';

export interface ReceivedText {
  readonly status: number;
  readonly body: string;
}

export interface FetchOptions {
  readonly headers: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** Sends a GET request; also trusts the local CA and NODE_EXTRA_CA_CERTS. */
export async function fetchSecurely(url: string, options: FetchOptions): Promise<ReceivedText> {
  const files = [getAuthorityPath(getDataFolder()), getExtraAuthorityFile()];
  const authorities = await Promise.all(files.map(readIfPossible));
  const ca = [...rootCertificates, ...authorities.filter((pem) => pem !== undefined)];
  return new Promise((resolve, reject) => {
    request(url, { ...options, ca }, (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((body) => resolve({ status, body }), reject);
    })
      .on('error', reject)
      .end();
  });
}

function readIfPossible(file: string | undefined): Promise<string | undefined> {
  return file === undefined
    ? Promise.resolve(undefined)
    : readFile(file, 'utf8').catch(() => undefined);
}
