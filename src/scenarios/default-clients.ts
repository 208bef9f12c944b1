import type { Client } from '../domain/records.ts';

/** The client applications of a scenario that names none (§2.1). Their secrets are public. */
export const defaultClients: readonly Client[] = ['wallet-app', 'exchange-app'].map((id) => ({
  id,
  secret: `${id}-secret`,
  accessToken: `${id}-token`,
}));
