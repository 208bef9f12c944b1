import { it } from 'vitest';
import { independentDeployment, sandboxDeployment, variantNames } from '../deployments.ts';
import { everyDialect } from '../dialects.ts';
import { inParallel } from '../in-parallel.ts';
import { alarmsOf, runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { HOURS, keepFigures, wordsOf } from './measure.ts';

const targets = useTargets();

it(
  'legal deployments',
  async () => {
    const dialects = [...everyDialect].map(
      ([title, document]) =>
        () =>
          sandboxDeployment(targets, title, document),
    );
    const variants = variantNames.map((name) => () => Promise.resolve(independentDeployment(name)));
    const figures = await inParallel([...dialects, ...variants], async (make) => {
      const deployment = await make();
      const alarms = await runAgainst(deployment, null).then(alarmsOf, (error: unknown) => [
        wordsOf(error),
      ]);
      return { deployment: deployment.name, alarms };
    });
    keepFigures('false-alarms', figures);
  },
  HOURS,
);
