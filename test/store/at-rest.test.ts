/** Secrets at rest: who steals the folder or a dump of the database, but not the key, has none of them. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';

import { aesSealings } from '../../src/ports/sealing.ts';
import type { Sealings } from '../../src/ports/sealing.ts';
import { startSandbox } from '../../src/server/listen.ts';
import { describeWithPostgres } from '../engines/postgres-server.ts';
import { call, ClientApp, newWallet } from '../sandbox.ts';

const SEED = 8_391_047_265_113;
const ID = 'staple-battery';
const CLIENT = { id: ID, secret: `${ID}-secret`, accessToken: `${ID}-token` };

/** So long that no six digits of anything else are taken for a code. */
const dialect = {
  version: 1,
  values: { otp: { sms: { codeLength: 10 }, email: { codeLength: 10 } } },
};

/** Keeps everything as it is: a store whose sealing was forgotten. */
const noSealings: Sealings = {
  ...aesSealings,
  of: async (secret, salt) => {
    const sealing = await aesSealings.of(secret, salt);
    return {
      seal: (_place, text) => Buffer.from(text),
      unseal: (_place, sealed) => Buffer.from(sealed).toString(),
      digest: (data) => sealing.digest(data),
    };
  },
};

/** Signs people in by each method, and keeps codes and a challenge outstanding. @returns every secret by its kind */
async function secretsOfARun(
  store: string,
  sealings: Sealings,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const options = {
    ...{ port: 0, host: '127.0.0.1', allowHost: [], cors: [], log: 'silent' as const },
    ...{ workspaceLimit: 10, workspaceTtl: 'none', journalLimit: 100 },
    ...{ store, dialect, seed: SEED },
    scenario: [{ name: 's', users: [], clients: [CLIENT] }],
    storeKey: 'f'.repeat(64),
  };
  const sandbox = await startSandbox(options, { sealings });
  const codes: string[] = [];
  const challenges: string[] = [];
  const jwts: string[] = [];
  const keys: string[] = [];
  try {
    await call(`${sandbox.url}/sandbox/workspaces`, { body: { name: 'w', seed: SEED, dialect } });
    for (const workspace of ['', '/w/w']) {
      const url = `${sandbox.url}${workspace}`;
      const app = new ClientApp(url, ID);
      const wallet = newWallet();
      const fields = { walletAddress: wallet.address, walletNetwork: 'ETHEREUM' };
      const signIn = await app.signIn(wallet);
      const { challenge } = (await app.start(fields)).body;
      challenges.push(challenge, challenge.slice(-30));
      const { emailId } = (await app.sendEmail('a@example.test')).body;
      await app.sendSms('+12025550142');
      const inbox = (await call(`${url}/sandbox/inbox`)).body.items;
      codes.push(...inbox.map(({ code }: { code: string }) => code));
      const byEmail = await app.authenticateEmail({ emailId, otp: codes.at(-2) });
      for (const { status, body } of [signIn, byEmail]) {
        expect(status).toBe(200);
        jwts.push(body.sessionJwt, body.sessionJwt.split('.').at(-1));
      }
      const { body } = await call(`${url}/sandbox/scenario?runtime=true`, {
        headers: { accept: 'application/json' },
      });
      for (const { jwk } of body.runtime.signingKeys) keys.push(jwk.d);
    }
    const fork = await call(`${sandbox.url}/sandbox/workspaces`, {
      body: { name: 'f', from: 'w' },
    });
    expect(fork.status).toBe(201);
  } finally {
    await sandbox.close();
  }
  expect([codes.length, jwts.length, keys.length]).toEqual([4, 8, 2]);
  return {
    'client secret': [CLIENT.secret],
    'access token': [CLIENT.accessToken],
    'one-time password': codes,
    challenge: challenges,
    'session token': jwts,
    'private key': keys,
    seed: [String(SEED)],
  };
}

/** The kinds of secrets that a thief finds, as they are, or in hex or base64. */
function foundIn(
  loot: readonly string[],
  secrets: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const decoded = loot.flatMap((text) => [
    ...[...text.matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/g)].map(([run]) => Buffer.from(run, 'base64')),
    ...[...text.matchAll(/(?:[0-9a-f]{2}){16,}/g)].map(([run]) => Buffer.from(run, 'hex')),
  ]);
  const all = [...loot, ...decoded.map((bytes) => bytes.toString('latin1'))].join('\n');
  return Object.keys(secrets).filter((kind) => secrets[kind]?.some((each) => all.includes(each)));
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));
}

describe('a stolen copy of a folder', () => {
  const lootOf = async (sealings: Sealings) => {
    const folder = await mkdtemp(join(tmpdir(), 'flagbearer-rest-'));
    try {
      const secrets = await secretsOfARun(`file:${folder}`, sealings);
      const loot = await filesOf(folder);
      expect(loot.length).toBeGreaterThan(5);
      return foundIn(loot, secrets);
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  it('gives none of its secrets', async () => {
    expect(await lootOf(aesSealings)).toEqual([]);
  });

  // What shows that the one above can fail.
  it('would give them without the sealing', async () => {
    expect(await lootOf(noSealings)).toEqual(
      expect.arrayContaining(['client secret', 'access token', 'one-time password', 'private key']),
    );
  });
});

await describeWithPostgres((server) => {
  afterAll(() => server.stop());

  async function dumpOf(store: string): Promise<string[]> {
    const url = new URL(store);
    const schema = url.searchParams.get('schema') ?? '';
    url.searchParams.delete('schema');
    const client = new Client(url.href);
    await client.connect();
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        'select table_name as name from information_schema.tables where table_schema = $1',
        [schema],
      );
      expect(tables.length).toBeGreaterThan(8);
      const texts: string[] = [];
      for (const { name } of tables) {
        const { rows } = await client.query<{ row: string }>(
          `select each::text as row from "${schema}"."${name}" as each`,
        );
        texts.push(...rows.map(({ row }) => row));
      }
      return texts;
    } finally {
      await client.end();
    }
  }

  describe('a stolen dump of a database', () => {
    const lootOf = async (sealings: Sealings) => {
      const store = server.freshStore();
      try {
        const secrets = await secretsOfARun(store, sealings);
        const loot = await dumpOf(store);
        expect(loot.length).toBeGreaterThan(20);
        return foundIn(loot, secrets);
      } finally {
        await server.remove(store);
      }
    };

    it('gives none of its secrets', async () => {
      expect(await lootOf(aesSealings)).toEqual([]);
    });

    it('would give them without the sealing', async () => {
      expect(await lootOf(noSealings)).toEqual(
        expect.arrayContaining([
          'client secret',
          'access token',
          'one-time password',
          'private key',
          'seed',
        ]),
      );
    });
  });
});
