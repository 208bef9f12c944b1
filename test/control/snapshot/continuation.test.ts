/** A workspace that is restored from a snapshot behaves like the original. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { useTestSandbox } from '../sandbox.ts';
import { ScriptRunner, type Step } from './script-runner.ts';
import { step } from './random-steps.ts';
import { selectByLength } from '../../setup/test-length.ts';

const sandbox = useTestSandbox();

const DIALECTS = {
  default: {},
  'several codes at once': {
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
    let workspaceCount = 0;

    async function createWorkspace(options: object): Promise<string> {
      workspaceCount += 1;
      const body = { seed: workspaceCount, dialect, ...options };
      const response = await sandbox.send('POST', '/sandbox/workspaces', body);
      expect(response.status).toBe(201);
      return response.body.name;
    }

    async function restore(origin: string, form: 'yaml' | 'json'): Promise<string> {
      const name = await createWorkspace({ scenario: 'empty' });
      const accept = `application/${form}`;
      const path = `/w/${origin}/sandbox/scenario?runtime=true`;
      const { body } = await sandbox.send('GET', path, undefined, { accept });
      const loadResponse = await sandbox.send(
        'PUT',
        `/w/${name}/sandbox/scenario`,
        form === 'yaml' ? body : { document: body },
        { 'content-type': accept },
      );
      expect([loadResponse.status, loadResponse.body.findings ?? []]).toEqual([200, []]);
      return name;
    }

    async function runSteps(
      runners: readonly ScriptRunner[],
      steps: readonly Step[],
    ): Promise<void> {
      for (const nextStep of steps) {
        const [firstResult, ...otherResults] = await Promise.all(
          runners.map((runner) => runner.run(nextStep)),
        );
        for (const result of otherResults) expect(result).toEqual(firstResult);
      }
    }

    it(
      'responds to random steps like the original, and a reset restores the snapshot',
      () =>
        fc.assert(
          fc.asyncProperty(
            fc.array(step, { maxLength: 25 }),
            fc.array(step, { minLength: 5, maxLength: 25 }),
            fc.constantFrom('yaml', 'json'),
            async (earlierSteps, laterSteps, form) => {
              const origin = await createWorkspace({ scenario });
              const runner = new ScriptRunner(sandbox, origin);
              await runSteps([runner], earlierSteps);
              const [copy, secondCopy] = [await restore(origin, form), await restore(origin, form)];
              const readAll: Step = { do: 'readAll' };
              const initialState = await runner.forWorkspace(copy).run(readAll);
              const runners = [runner, runner.forWorkspace(copy), runner.forWorkspace(secondCopy)];
              await runSteps(runners, [readAll, ...laterSteps, readAll]);
              await sandbox.send('POST', `/w/${copy}/sandbox/reset`);
              expect(await runner.forWorkspace(copy).run(readAll)).toEqual(initialState);
              for (const name of [origin, copy, secondCopy]) {
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
