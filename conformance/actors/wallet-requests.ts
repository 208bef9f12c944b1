/** Malforms requests of the wallet operations, and checks their listed headers (§4.1 to §4.3). */
import { withoutField, withoutHeader } from '../target/http-request.ts';
import { type Malformation, sendValidElseInvalidVariants } from './valid-requests.ts';
import type { Attempt } from '../attempt.ts';
import type { WalletOperation } from './operations.ts';

export const withoutAddress: Malformation = {
  description: 'without walletAddress',
  apply: (request) => withoutField(request, 'walletAddress'),
};

export const withoutWalletField: Malformation = {
  description: 'without walletNetwork and walletType',
  apply: (request) => withoutField(withoutField(request, 'walletNetwork'), 'walletType'),
};

export const withoutSignature: Malformation = {
  description: 'without signature',
  apply: (request) => withoutField(request, 'signature'),
};

export const invalidBodies: readonly Malformation[] = [
  { description: 'with an empty object as body', apply: (request) => ({ ...request, body: {} }) },
  { description: 'without a body', apply: (request) => ({ ...request, body: undefined }) },
  { description: 'with null as body', apply: (request) => ({ ...request, body: null }) },
  { description: 'with a list as body', apply: (request) => ({ ...request, body: [] }) },
];

const LISTED_HEADERS = [
  'service-client-id',
  'service-client-secret',
  'content-type',
  'accept',
] as const;

/**
 * Asserts that the deployment accepts a request with the listed headers. If it rejects that request, the check
 * fails if the deployment accepts the same request without Accept, and is otherwise not tested.
 */
export async function assertListedHeaders(t: Attempt, operation: WalletOperation): Promise<void> {
  const response = await sendValidElseInvalidVariants(t, operation, [
    {
      description: 'without Accept',
      apply: (request) => withoutHeader(request, 'accept'),
    },
  ]);
  const { headers } = response.request;
  const missing = LISTED_HEADERS.filter((name) => headers[name] === undefined);
  t.assert(missing.length === 0, `the accepted request has no ${missing.join(', ')}`, response);
}
