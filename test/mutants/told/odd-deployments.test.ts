/** What a run makes of a deployment that does what hardly any does. */
import { describe, it } from 'vitest';
import { sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { oddAnswers } from './odd-deployments/answers.ts';
import { oddCodes } from './odd-deployments/codes.ts';
import type { Odd } from './odd-deployments/odd-deployment.ts';
import { oddSessions } from './odd-deployments/sessions.ts';
import { oddUsers } from './odd-deployments/users.ts';
import { expectToldInShort } from './reviewed.ts';
import { inOrder } from './told.ts';

const targets = useTargets();

const usual: Odd = { mutate: null };
const odd = {
  'nothing odd': usual,
  ...oddSessions,
  ...oddCodes,
  ...oddUsers,
  ...oddAnswers,
};

describe('of a deployment that has', { timeout: 60_000 }, () => {
  it.for(Object.entries(odd))('%s', async ([name, its]) => {
    const { mutate, settings, ...given } = typeof its === 'function' ? { mutate: its } : its;
    const dialect = given.dialect ?? dialects.default;
    const deployment = await sandboxDeployment(targets, 'default', dialect);
    const outcome = await runAgainst(deployment, mutate, {
      ...(given.isGranted && { granted: deployment.dialect }),
      settings: { ...settings, ...inOrder },
    });
    expectToldInShort('odd-deployments', name, outcome);
  });
});
