/** Rejects writes of users with a Fraud flag (§7.4; `flags.fraudRestricts`). */
import type { Dialect } from '../../dialect/dialect.ts';
import { Refusal } from '../../domain/errors.ts';
import { restrictsWrite, type RestrictableWrite } from '../../domain/flags.ts';
import type { User } from '../../domain/records.ts';

const WRITE_NAMES: { readonly [Write in RestrictableWrite]: string } = {
  addWallet: 'adding a wallet',
  verifyWallet: 'verifying a wallet',
  addPhone: 'adding a phone number',
  linkClient: 'linking another client',
};

/** @throws Refusal flagRestricts */
export function requireUnrestricted(write: RestrictableWrite, user: User, dialect: Dialect): void {
  if (!restrictsWrite(write, user, dialect)) return;
  throw new Refusal('flagRestricts', `A flag on this account forbids ${WRITE_NAMES[write]}.`);
}
