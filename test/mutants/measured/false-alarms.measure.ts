import { it } from 'vitest';
import {
  independentDeployment,
  sandboxDeployment,
  variantNames,
  type Deployment,
} from '../deployments.ts';
import { everyDialect } from '../dialects.ts';
import { listAlarms, runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { measureEach } from './stored-figures.ts';
import { HOURS, describeError } from './measure.ts';

const targets = useTargets();

it(
  'legal deployments',
  async () => {
    const makers = new Map<string, () => Promise<Deployment>>([
      ...[...everyDialect].map(
        ([title, document]) =>
          [`sandbox ${title}`, () => sandboxDeployment(targets, title, document)] as const,
      ),
      ...variantNames.map(
        (name) => [`independent ${name}`, async () => independentDeployment(name)] as const,
      ),
    ]);
    await measureEach(
      'false-alarms',
      [...makers],
      ([title]) => title,
      async ([deployment, make]) => {
        const alarms = await runAgainst(await make(), null).then(listAlarms, (error: unknown) => [
          describeError(error),
        ]);
        return { deployment, alarms };
      },
    );
  },
  HOURS,
);
