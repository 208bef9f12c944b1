import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { selectByLength } from '../setup/test-length.ts';
import { useSandbox } from '../sandbox.ts';
import { withSeed } from '../setup/seeded.ts';
import { expectSameAccounts } from './comparison.ts';
import { Model, scenario } from './model.ts';
import { commands, wallets } from './random-commands.ts';
import { Service } from './service.ts';

const sandbox = useSandbox({ scenario: ['empty'] });

it('§3: the sandbox behaves like the model in random runs of requests', { timeout: 60_000 }, () =>
  fc.assert(
    fc.asyncProperty(fc.commands([commands], { maxCommands: 60, size: 'max' }), async (run) => {
      await fc.asyncModelRun(async () => {
        const service = new Service(await sandbox.workspace({ scenario }));
        expect((await service.stopClock()).status).toBe(200);
        const model = new Model(wallets.map(({ address }) => address));
        await expectSameAccounts(model, service);
        return { model, real: service };
      }, run);
    }),
    withSeed(selectByLength({ short: 8, long: 60 })),
  ),
);
