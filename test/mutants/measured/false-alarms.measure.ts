import { it } from 'vitest';
import {
  createIndependentDeployment,
  createSandboxDeployment,
  variantNames,
  type Deployment,
} from '../deployments.ts';
import { everyDialect } from '../dialects.ts';
import { listFalseFailures, runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { measureEach } from './stored-figures.ts';
import { MEASUREMENT_TIMEOUT, describeError } from './measure.ts';

const targets = useTargets();

it(
  'lists the alarms of runs against legal deployments',
  async () => {
    const createByTitle = new Map<string, () => Deployment | Promise<Deployment>>();
    for (const [title, document] of everyDialect)
      createByTitle.set(`sandbox ${title}`, () =>
        createSandboxDeployment(targets, title, document),
      );
    for (const name of variantNames)
      createByTitle.set(`independent ${name}`, () => createIndependentDeployment(name));
    await measureEach(
      'false-alarms',
      [...createByTitle],
      ([title]) => title,
      async ([deployment, create]) => {
        const run = runAgainst(await create());
        const alarms = await run.then(listFalseFailures, (error: unknown) => [
          describeError(error),
        ]);
        return { deployment, alarms };
      },
    );
  },
  MEASUREMENT_TIMEOUT,
);
