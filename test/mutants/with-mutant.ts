import type { Deployment, RunningDeployment } from './deployments.ts';
import { startMutant } from './mutant-proxy.ts';
import type { Mutate } from './mutate.ts';

/**
 * Starts a deployment behind a proxy, or without a proxy if `mutate` is null. Calls `use` with the URL of the
 * proxy or deployment, and stops both.
 */
export async function withMutant<Result>(
  deployment: Deployment,
  mutate: Mutate | null,
  use: (url: string, running: RunningDeployment) => Promise<Result>,
  options: Parameters<typeof startMutant>[3] = {},
): Promise<Result> {
  const running = await deployment.start();
  const proxy = mutate && (await startMutant(running.target, running.traits, mutate, options));
  try {
    return await use(proxy?.url ?? running.target, running);
  } finally {
    await proxy?.close();
    await running.close();
  }
}
