import { it } from 'vitest';
import {
  independentDeployment,
  sandboxDeployment,
  variantNames,
  type Deployment,
} from '../deployments.ts';
import { everyDialect } from '../dialects.ts';
import { alarmsOf, runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { measureEach } from './kept-figures.ts';
import { HOURS, wordsOf } from './measure.ts';

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
        const alarms = await runAgainst(await make(), null).then(alarmsOf, (error: unknown) => [
          wordsOf(error),
        ]);
        return { deployment, alarms };
      },
    );
  },
  HOURS,
);
