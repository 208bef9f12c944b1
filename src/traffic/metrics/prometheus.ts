/** Metrics in the text format of Prometheus. Loading prom-client takes time, so this file is loaded late. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { StoreHealth } from '../../contract/control-types.ts';
import { TIME_BOUNDS, type Metrics, type OperationTimes } from './metrics.ts';

export interface Gauges {
  readonly version: string;
  countWorkspaces(): Promise<number>;
  checkStore(): Promise<StoreHealth>;
}

/** Creates the exporter, which also collects metrics of the process (memory, event loop) from then on. */
export function createPrometheusExporter(metrics: Metrics, gauges: Gauges): () => Promise<string> {
  const registry = new Registry();
  // Without this option, prom-client also registers each metric in its global registry.
  const registers: [] = [];
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(
    new Counter({
      name: 'flagbearer_requests_total',
      help: 'Completed requests.',
      labelNames: ['area', 'operation', 'status', 'outcome'],
      registers,
      collect() {
        this.reset();
        for (const { labels, requests } of metrics.counts) this.inc(labels, requests);
      },
    }),
  );
  registry.registerMetric(new CountedTimes(metrics));
  registry.registerMetric(
    new Gauge({
      name: 'flagbearer_workspaces',
      help: 'Number of workspaces.',
      registers,
      async collect() {
        this.set(await gauges.countWorkspaces());
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'flagbearer_store_up',
      help: '1 if the store is writable, else 0.',
      labelNames: ['engine'],
      registers,
      async collect() {
        const { engine, status } = await gauges.checkStore();
        this.set({ engine }, status === 'ok' ? 1 : 0);
      },
    }),
  );
  const info = new Gauge({
    name: 'flagbearer_info',
    help: 'Always 1; labels contain the version.',
    labelNames: ['version'],
    registers,
  });
  info.set({ version: gauges.version }, 1);
  registry.registerMetric(info);
  return () => registry.metrics();
}

const TIMES = 'flagbearer_service_request_duration_seconds';
const TIMES_HELP = 'Duration of requests to the service, in seconds.';

/** A histogram of times that were counted elsewhere. */
class CountedTimes extends Histogram<'operation'> {
  readonly #metrics: Metrics;

  constructor(metrics: Metrics) {
    super({
      name: TIMES,
      help: TIMES_HELP,
      labelNames: ['operation'],
      registers: [],
    });
    this.#metrics = metrics;
  }

  /** If this method exists, the registry calls it instead of `get`. */
  async getForPromString() {
    return {
      name: TIMES,
      help: TIMES_HELP,
      type: 'histogram',
      values: Array.from(this.#metrics.times, listSamples).flat(),
    };
  }
}

function listSamples([operation, times]: [string, OperationTimes]): object[] {
  const { bucketCounts, requests, total } = times;
  let cumulative = 0;
  const buckets = TIME_BOUNDS.map((bound, index) => {
    cumulative += bucketCounts[index] ?? 0;
    const labels = { le: bound / 1000, operation };
    return { metricName: `${TIMES}_bucket`, labels, value: cumulative };
  });
  return [
    ...buckets,
    { metricName: `${TIMES}_bucket`, labels: { le: '+Inf', operation }, value: requests },
    { metricName: `${TIMES}_sum`, labels: { operation }, value: total / 1000 },
    { metricName: `${TIMES}_count`, labels: { operation }, value: requests },
  ];
}
