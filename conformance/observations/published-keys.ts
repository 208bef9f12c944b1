/** Reads the public keys that verify sessions, if the deployment publishes them (§2.4). */
import { NotTested } from '../check-errors.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { memoizePerRun } from './memoize-per-run.ts';

/** Returns the response with the key set (RFC 7517); throws NotTested if no keys are published. */
export const readPublishedKeys = memoizePerRun<HttpResponse>(async (t) => {
  t.requireKnown('session.jwksPath');
  const { jwksPath: path } = t.dialect.session;
  if (path === 'none') {
    throw new NotTested('needs a deployment that publishes public keys', 'dialect');
  }
  const response = await t.sendToService({
    operation: null,
    method: 'GET',
    path,
    query: {},
    headers: { accept: 'application/json' },
  });
  if (!response.accepted) throw new NotTested(`needs public keys at ${path}`, 'dialect');
  return response;
});
