import packageManifest from '../../package.json' with { type: 'json' };
import { getOrCreate } from '../get-or-create.ts';
import type { ControlContext } from './request/context.ts';
import { ControlRefusal } from './request/control-refusal.ts';
import type { ControlHandlers } from './request/handler.ts';
import { DEFAULT_WORKSPACE } from '../store/store.ts';

type Services = ControlContext['services'];

const readers = new WeakMap<Services, Promise<() => Promise<string>>>();

export const metricsHandlers = {
  async getMetrics(_request, { services, workspaceName }) {
    if (workspaceName !== DEFAULT_WORKSPACE) {
      throw new ControlRefusal(
        'notFound',
        'Metrics cover the whole process: GET /sandbox/metrics.',
      );
    }
    const readMetrics = await getOrCreate(readers, services, () => createMetricsReader(services));
    return { status: 200, mediaType: 'text/plain; version=0.0.4', body: await readMetrics() };
  },
} satisfies ControlHandlers;

async function createMetricsReader({ metrics, store }: Services): Promise<() => Promise<string>> {
  const { createPrometheusExporter } = await import('../traffic/metrics/prometheus.ts');
  return createPrometheusExporter(metrics, {
    version: packageManifest.version,
    // NaN for an unreachable store, which `checkStore` reports.
    countWorkspaces: () =>
      store.listNames().then(
        (names) => names.length,
        () => Number.NaN,
      ),
    checkStore: () => store.checkHealth(),
  });
}
