/** Sends HTTPS requests to a local sandbox: `fetch` has no option for a certificate authority (CA). */
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { rootCertificates } from 'node:tls';

import { getAuthorityPath } from '../server/tls/local-authority.ts';

export interface ReceivedText {
  readonly status: number;
  readonly body: string;
}

export interface FetchOptions {
  readonly headers: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** Returns a function that sends a GET request and also trusts the local CA. */
export function createSecureFetch(
  dataFolder: string,
  { isServerInThisProcess }: { readonly isServerInThisProcess: boolean },
): (url: string, options: FetchOptions) => Promise<ReceivedText> {
  return async (url, options) => {
    const authority = await readFile(getAuthorityPath(dataFolder), 'utf8').catch(() => undefined);
    const ca = [...rootCertificates, ...(authority === undefined ? [] : [authority])];
    return new Promise((resolve, reject) => {
      request(url, { ...options, ca, rejectUnauthorized: !isServerInThisProcess }, (response) => {
        const { statusCode: status = 0 } = response;
        text(response).then((body) => resolve({ status, body }), reject);
      })
        .on('error', reject)
        .end();
    });
  };
}
