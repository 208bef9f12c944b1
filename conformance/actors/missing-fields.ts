/** Malformations of requests of the wallet operations. */
import { withoutField } from '../target/http-request.ts';
import type { Malformation } from './valid-requests.ts';

export const withoutAddress: Malformation = {
  what: 'without walletAddress',
  apply: (request) => withoutField(request, 'walletAddress'),
};

export const withoutWalletField: Malformation = {
  what: 'without walletNetwork and walletType',
  apply: (request) => withoutField(withoutField(request, 'walletNetwork'), 'walletType'),
};

export const withoutSignature: Malformation = {
  what: 'without signature',
  apply: (request) => withoutField(request, 'signature'),
};

export const invalidBodies: readonly Malformation[] = [
  { what: 'with an empty object as body', apply: (request) => ({ ...request, body: {} }) },
  { what: 'without a body', apply: (request) => ({ ...request, body: undefined }) },
  { what: 'with null as body', apply: (request) => ({ ...request, body: null }) },
  { what: 'with a list as body', apply: (request) => ({ ...request, body: [] }) },
];
