/** Creates bases (the contents that workspaces start with), and the records in them. */
import { createHash } from 'node:crypto';

import type { Base, Runtime } from '../../src/store/base.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import type { OneTimePassword, SeededUser, User } from '../../src/domain/records.ts';
import type { StoreSettings, WorkspaceLimits } from '../../src/store/store.ts';

/** Name of the permanent workspace. */
export const WORKSPACE = 'default';
export const START = Date.parse('2026-01-01T00:00:00.000Z');
export const NO_LIMITS: WorkspaceLimits = { limit: Infinity, idleTimeout: null };

const client = { id: 'app', secret: 'app-secret', accessToken: 'app-token' };

/** Returns a user of a base. */
export function createSeededUser(id: string, fields: Partial<SeededUser> = {}): SeededUser {
  return {
    id,
    key: id,
    createTime: null,
    updateTime: null,
    phoneNumber: null,
    emailAddress: null,
    personalInformation: {},
    wallets: [],
    kyc: null,
    flags: [],
    transactions: [],
    linkedClients: [],
    ...fields,
  };
}

/** Returns a user to be added to a workspace. */
export function createUser(id: string, fields: Partial<User> = {}): User {
  const time = '2026-01-01T00:00:00.000Z';
  return {
    ...createSeededUser(id),
    key: null,
    createTime: time,
    updateTime: time,
    ...fields,
  } as User;
}

/** Returns a base with users `u0`, `u1`, ... and identities `email:u0`, `email:u1`, ... */
export function createBase(count: number, fields: Partial<Base> = {}): Base {
  const users = Array.from({ length: count }, (_, index) => createSeededUser(`u${index}`));
  return {
    hash: createBaseHash(count, fields),
    name: 'base',
    description: '',
    clock: null,
    clients: new Map([[client.id, client]]),
    users: new Map(users.map((user) => [user.id, user])),
    userIds: users.map(({ id }) => id),
    userIdByKey: new Map(users.map(({ id }) => [id, id])),
    userIdByIdentity: new Map(users.map(({ id }) => [`email:${id}`, id])),
    userIdByTransaction: new Map(),
    parts: [],
    runtime: null,
    ...fields,
  };
}

/** Returns settings for `store.initialize`. */
export function createSettings(fields: Partial<StoreSettings> = {}): StoreSettings {
  const settings = { scenario: [], seed: 1, clockStart: 0, chaos: 'off' } as const;
  return { ...settings, base: createBase(3), dialect: defaultDialect, ...fields };
}

/** Returns a hash of the arguments of `createBase`, because a store has one base per hash. */
function createBaseHash(count: number, fields: Partial<Base>): string {
  const content = JSON.stringify([count, fields], (_key, value: unknown) =>
    value instanceof Map ? [...value] : value,
  );
  return createHash('sha256').update(content).digest('hex');
}

/** Returns the fields of a base with the saved state of another workspace, as after loading a snapshot. */
export function toBaseFields({ parts, ...runtime }: Runtime): Pick<Base, 'parts' | 'runtime'> {
  return { parts, runtime };
}

/** Returns a pending one-time password for `phone:+1`. */
export function createOtp(id: string, fields: Partial<OneTimePassword> = {}): OneTimePassword {
  return {
    id,
    channel: 'sms',
    destination: '+1',
    identity: 'phone:+1',
    recordId: 'record',
    clientId: 'app',
    code: '123456',
    sentAt: START,
    expiresAt: START + 600_000,
    wrongAttempts: 0,
    state: 'pending',
    addToUserId: null,
    ...fields,
  };
}
