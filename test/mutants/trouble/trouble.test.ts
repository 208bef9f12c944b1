import { describe, expect, it } from 'vitest';

import { sandboxDeployment, type Deployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { runInProcess } from '../../../conformance/run-in-process.ts';
import { useTargets } from '../sandbox-targets.ts';
import { startTroubled } from './troubled-proxy.ts';
import { allSections } from '../all-sections.ts';

const targets = useTargets();

async function runAmidTrouble(deployment: Deployment, seed: number) {
  const running = await deployment.start();
  const proxy = await startTroubled(running.target, seed);
  try {
    const outcome = await runInProcess(
      running.settings(proxy.url),
      {
        sleep: () => new Promise((resolve) => setImmediate(resolve)),
        ...(deployment.dialect && { granted: deployment.dialect }),
      },
      await allSections(),
    );
    return { outcome, met: proxy.met };
  } finally {
    await proxy.close();
    await running.close();
  }
}

describe('a deployment in order on a bad day', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('seed %i', async (seed) => {
    const deployment = await sandboxDeployment(targets, 'default', dialects.default);
    const { outcome, met } = await runAmidTrouble(deployment, seed);
    const counts: Record<string, number> = {};
    for (const r of outcome.results) counts[r.verdict] = (counts[r.verdict] ?? 0) + 1;
    console.log(
      counts,
      outcome.budget.requests,
      outcome.stop,
      [...met],
      outcome.results
        .filter((r) => r.verdict === 'fail' || r.verdict === 'error')
        .map((r) => [
          r.id,
          r.verdict,
          r.reason,
          ...r.evidence.map(
            (e) =>
              `${e.request.method} ${e.request.url} ${e.request.body} -> ${e.response?.status} ${e.response?.body}`,
          ),
        ]),
      outcome.results
        .filter((r) => r.verdict === 'not-tested' && r.cause !== 'environment')
        .map((r) => [r.id, r.cause, r.reason]),
    );
    expect(counts.fail).toBe(undefined);
  });
});
