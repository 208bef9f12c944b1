/** A workspace restored from a snapshot at any point behaves like the original. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { useTestSandbox } from '../sandbox.ts';
import { Player, type Step } from './player.ts';
import { step } from './random-steps.ts';
import { selectByLength } from '../../setup/test-length.ts';

const sandbox = useTestSandbox();

const DIALECTS = {
  default: {},
  'many at once': {
    wallet: {
      identity: 'addressAndNetwork',
      addOwned: 'accept',
      challenge: { outstanding: 'all', onBadSignature: 'burn' },
    },
    otp: { sms: { outstanding: 'all', recordId: 'perSend' }, email: { outstanding: 'all' } },
    limits: { sends: { count: 4, per: 'PT30M', scope: 'destination' } },
    session: { algorithm: 'EdDSA' },
  },
  strict: {
    otp: { sms: { maxAttempts: 1, bearerSession: 'mustMatch' }, email: { recordId: 'perSend' } },
    limits: { sends: { count: 3, per: 'PT5M', scope: 'client' } },
    session: { algorithm: 'HS256', jwksPath: 'none', boundToClient: 'no', ttl: 'PT10M' },
  },
};

const scenario = {
  name: 'three',
  users: [
    { key: 'ada', wallets: [{ wallet: 0 }], phoneNumber: '+12025550143' },
    {
      key: 'rita',
      emailAddress: 'rita@example.test',
      kyc: { status: 'IN_REVIEW' },
      flags: ['K1001'],
      transactions: [
        { key: 't1', cryptoStatus: 'PENDING', settles: { after: 'PT5M', outcome: 'failure' } },
      ],
    },
    { key: 'dan', wallets: [{ wallet: 1, status: 'unverified' }] },
  ],
};

describe.each(Object.entries(DIALECTS))(
  'a restored workspace in the dialect "%s"',
  (_name, values) => {
    const dialect = { version: 1, values };
    let created = 0;

    async function createWorkspace(options: object): Promise<string> {
      created += 1;
      const body = { seed: created, dialect, ...options };
      const response = await sandbox.send('POST', '/sandbox/workspaces', body);
      expect(response.status).toBe(201);
      return response.body.name;
    }

    async function restore(origin: string, form: 'yaml' | 'json'): Promise<string> {
      const name = await createWorkspace({ scenario: 'empty' });
      const accept = `application/${form}`;
      const path = `/w/${origin}/sandbox/scenario?runtime=true`;
      const { body } = await sandbox.send('GET', path, undefined, { accept });
      const loaded = await sandbox.send(
        'PUT',
        `/w/${name}/sandbox/scenario`,
        form === 'yaml' ? body : { document: body },
        { 'content-type': accept },
      );
      expect([loaded.status, loaded.body.findings ?? []]).toEqual([200, []]);
      return name;
    }

    async function play(players: readonly Player[], steps: readonly Step[]): Promise<void> {
      for (const next of steps) {
        const [first, ...others] = await Promise.all(players.map((player) => player.play(next)));
        for (const other of others) expect(other).toEqual(first);
      }
    }

    it(
      'responds to every script like the original, also after a reset',
      () =>
        fc.assert(
          fc.asyncProperty(
            fc.array(step, { maxLength: 25 }),
            fc.array(step, { minLength: 5, maxLength: 25 }),
            fc.constantFrom('yaml', 'json'),
            async (before, after, form) => {
              const origin = await createWorkspace({ scenario });
              const player = new Player(sandbox, origin);
              await play([player], before);
              const [copy, other] = [await restore(origin, form), await restore(origin, form)];
              const readAll: Step = { do: 'readAll' };
              const initialState = await player.in(copy).play(readAll);
              const players = [player, player.in(copy), player.in(other)];
              await play(players, [readAll, ...after, readAll]);
              await sandbox.send('POST', `/w/${copy}/sandbox/reset`);
              expect(await player.in(copy).play(readAll)).toEqual(initialState);
              for (const name of [origin, copy, other]) {
                await sandbox.send('DELETE', `/sandbox/workspaces/${name}`);
              }
            },
          ),
          { numRuns: selectByLength({ short: 2, long: 5 }) },
        ),
      60_000,
    );
  },
);

it('a snapshot has the same content in YAML and JSON', async () => {
  const path = '/sandbox/scenario?runtime=true';
  const yaml = await sandbox.send('GET', path, undefined, { accept: 'application/yaml' });
  const json = await sandbox.send('GET', path, undefined, { accept: 'application/json' });
  expect(parse(yaml.body)).toEqual(json.body);
  expect(json.body.runtime.version).toBe(1);
});
