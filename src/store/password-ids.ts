/** Which one-time passwords a call can answer: by their destination, and by their record. */
import { Map as PersistentMap } from 'immutable';

import type { OneTimePassword } from './state.ts';
import { compositeKey } from './composite-key.ts';

/** How many one-time passwords of one destination can be answered at the same time. */
const ANSWERABLE = 16;

type Ids = PersistentMap<string, readonly string[]>;

/** Ids of the newest one-time passwords, oldest first. */
export interface PasswordIds {
  readonly byIdentity: Ids;
  readonly byRecord: Ids;
}

export const noPasswordIds: PasswordIds = {
  byIdentity: PersistentMap(),
  byRecord: PersistentMap(),
};

/** With a password that was not there before. */
export function withPassword(ids: PasswordIds, otp: OneTimePassword): PasswordIds {
  const add = (known: readonly string[]) => [...known, otp.id].slice(-ANSWERABLE);
  return {
    byIdentity: ids.byIdentity.update(identityKey(otp), [], add),
    byRecord: ids.byRecord.update(recordKey(otp), [], add),
  };
}

export function withoutPassword(ids: PasswordIds, otp: OneTimePassword): PasswordIds {
  return {
    byIdentity: withoutId(ids.byIdentity, identityKey(otp), otp.id),
    byRecord: withoutId(ids.byRecord, recordKey(otp), otp.id),
  };
}

function withoutId(ids: Ids, key: string, gone: string): Ids {
  const rest = (ids.get(key) ?? []).filter((id) => id !== gone);
  return rest.length === 0 ? ids.delete(key) : ids.set(key, rest);
}

export function identityKey({
  clientId,
  channel,
  identity,
}: Pick<OneTimePassword, 'clientId' | 'channel' | 'identity'>): string {
  return compositeKey(clientId, channel, identity);
}

export function recordKey({
  clientId,
  channel,
  recordId,
}: Pick<OneTimePassword, 'clientId' | 'channel' | 'recordId'>): string {
  return compositeKey(clientId, channel, recordId);
}
