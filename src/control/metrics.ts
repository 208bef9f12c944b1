import packageManifest from '../../package.json' with { type: 'json' };
import type { ControlContext } from './request/context.ts';
import { ControlRefusal } from './request/control-refusal.ts';
import type { ControlHandlers } from './request/handler.ts';
import { DEFAULT_WORKSPACE } from './request/workspace-urls.ts';

type Services = ControlContext['services'];

const texts = new WeakMap<Services, Promise<() => Promise<string>>>();

export const metricsHandlers = {
  /** GET /metrics */
  async getMetrics(_request, { services, workspace }) {
    if (workspace !== DEFAULT_WORKSPACE) {
      throw new ControlRefusal(
        'notFound',
        'Metrics cover the whole process: GET /sandbox/metrics.',
      );
    }
    const text = texts.get(services) ?? createMetricsReader(services);
    texts.set(services, text);
    return { status: 200, mediaType: 'text/plain; version=0.0.4', body: await (await text)() };
  },
} satisfies ControlHandlers;

async function createMetricsReader({ metrics, store }: Services): Promise<() => Promise<string>> {
  const { createPrometheusExporter } = await import('../traffic/metrics/prometheus.ts');
  return createPrometheusExporter(metrics, {
    version: packageManifest.version,
    // An unreachable store is reported by the other metric.
    workspaces: () =>
      store.names().then(
        (names) => names.length,
        () => Number.NaN,
      ),
    store: () => store.health(),
  });
}
