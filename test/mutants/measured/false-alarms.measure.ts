import { it } from 'vitest';
import { independentDeployment, sandboxDeployment, variantNames } from '../deployments.ts';
import { everyDialect } from '../dialects.ts';
import { alarmsOf, runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { inParallel, keepFigures } from './measure.ts';

const targets = useTargets();

it('legal deployments', async () => {
  const dialects = [...everyDialect].map(
    ([title, document]) =>
      () =>
        sandboxDeployment(targets, title, document),
  );
  const variants = variantNames.map((name) => () => Promise.resolve(independentDeployment(name)));
  const figures = await inParallel([...dialects, ...variants], async (make) => {
    const deployment = await make();
    const outcome = await runAgainst(deployment, null);
    return { deployment: deployment.name, alarms: alarmsOf(outcome) };
  });
  keepFigures('false-alarms', figures);
}, 3_600_000);
