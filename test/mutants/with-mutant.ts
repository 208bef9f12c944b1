import type { Deployment, RunningDeployment } from './deployments.ts';
import { startMutant } from './mutant-proxy.ts';
import type { Mutate } from './mutate.ts';

/** Starts a deployment behind a proxy, calls `use` with the URL of the proxy, and stops both. */
export async function withMutant<Result>(
  deployment: Deployment,
  mutate: Mutate,
  use: (url: string, running: RunningDeployment) => Promise<Result>,
  options: Parameters<typeof startMutant>[3] = {},
): Promise<Result> {
  const running = await deployment.start();
  const proxy = await startMutant(running.target, running.traits, mutate, options);
  try {
    return await use(proxy.url, running);
  } finally {
    await proxy.close();
    await running.close();
  }
}
