/** Checks the headers that the interface lists for the wallet requests (§4.1 to §4.3). */
import type { Attempt } from '../attempt.ts';
import { withoutHeader } from '../target/http-request.ts';
import { requireAcceptedRequest } from './valid-requests.ts';
import type { WalletOperation } from './operations.ts';

const LISTED = ['service-client-id', 'service-client-secret', 'content-type', 'accept'] as const;

/** Asserts that a request with all headers that the interface lists is accepted. */
export async function assertListedHeaders(t: Attempt, operation: WalletOperation): Promise<void> {
  const response = await requireAcceptedRequest(t, operation, [
    {
      what: 'without Accept',
      apply: (request) => withoutHeader(request, 'accept'),
    },
  ]);
  const { headers } = response.request;
  t.assert(
    LISTED.every((name) => headers[name] !== undefined),
    'the accepted request is missing a listed header',
    response,
  );
}
