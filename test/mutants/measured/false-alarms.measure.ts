import { it } from 'vitest';
import {
  createIndependentDeployment,
  createSandboxDeployment,
  variantNames,
  type Deployment,
} from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { dialectCases } from '../../dialect/behaviour/dialect-cases.ts';
import { createDocument } from '../../setup/dialect-document.ts';
import { listFalseFailures, runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { measureEach } from './stored-figures.ts';
import { MEASUREMENT_TIMEOUT, describeError } from './measure.ts';

const targets = useTargets();

/** Hundreds of legal dialects: one for each value of each key, with the other values that this value requires. */
const documents = [
  ...Object.entries(dialects),
  ...dialectCases.map(
    ({ title, changedValues }) => [title, createDocument(changedValues)] as const,
  ),
];

it(
  'lists the alarms of runs against legal deployments',
  async () => {
    const createByTitle = new Map<string, () => Deployment | Promise<Deployment>>();
    for (const [title, document] of documents)
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
