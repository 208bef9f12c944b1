/** The composition root of the proxy: what watches, what forwards, where it listens. */
import type { Interpolated } from '../config/interpolated.ts';
import type { DialectDocument } from '../dialect/dialect.ts';
import { defaultDialect } from '../dialect/keys.ts';
import { systemClock } from '../ports/clock.ts';
import { requestIds } from '../ports/request-ids.ts';
import type { Report } from '../reporting/report.ts';
import { readDialectDocument } from '../server/dialect-file.ts';
import { listenOn, stopListening, urlOf } from '../server/listening.ts';
import { isLoopback } from '../http/allowed-host.ts';
import { proxyServer, type ProxyServer } from './proxy-server.ts';
import { requestRefusal } from './request-refusal.ts';
import { trafficReport } from './traffic-report.ts';
import { Watch, type Judgement } from './watch.ts';

export interface ProxySettings {
  /** Base URL of the deployment. */
  readonly upstream: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Host names, besides loopback ones, that a Host header may have. */
  readonly allowHost: readonly string[];
  /** Origins, besides loopback ones, whose web pages may send requests; `*` for any. */
  readonly cors: readonly string[];
  /** Dialect file; undefined for the default dialect. */
  readonly dialect: string | undefined;
  readonly violations: 'reported' | 'refused';
  /** Whether a difference in an open point is a failure. */
  readonly strict: boolean;
  /** How long the deployment may be silent, in milliseconds. */
  readonly timeout: number;
  /** Values that nothing shows. */
  readonly interpolated: Interpolated;
}

/** Receives the events of the proxy. */
export interface Audience {
  judged(judgement: Judgement): void;
  /** Called with the error of an exchange that could not be judged: an internal error. */
  broke(error: unknown): void;
}

export interface RunningProxy {
  readonly url: string;
  /** What was found until now. */
  report(): Report;
  /** Completes requests under way, then stops. */
  close(): Promise<void>;
}

/** @throws StartError before anything listens: a bad dialect, a busy port */
export async function startProxy(
  settings: ProxySettings,
  audience: Audience,
): Promise<RunningProxy> {
  const { upstream, timeout, violations, strict, interpolated } = settings;
  const given = await givenDialect(settings.dialect);
  const shownUpstream = interpolated.masked(upstream);
  const watch = new Watch(shownUpstream, given.dialect, interpolated.secrets);
  const clock = systemClock;
  const startedAt = clock.now();
  // Proxies may be chained: each has its own name.
  const name = `flagbearer-${requestIds()()}`;
  const reach = isLoopback(settings.host) ? 'loopback' : 'network';
  const refusal = requestRefusal({ ...settings, reach }, name);
  const proxy: ProxyServer = proxyServer(
    { upstream, shownUpstream, timeout, violations, name, refusal, clock },
    {
      request: (request) => watch.request(request),
      violations: (exchange) => watch.violations(exchange),
      ended(exchange) {
        try {
          audience.judged(watch.end(exchange));
        } catch (error) {
          audience.broke(error);
        }
      },
      broke: (error) => audience.broke(error),
    },
  );
  await listenOn(proxy.server, settings);
  return {
    url: urlOf(proxy.server, settings.host),
    report: () =>
      trafficReport({
        upstream: shownUpstream,
        startedAt,
        durationMs: clock.now() - startedAt,
        findings: watch.findings,
        dialect: given.document,
        strict,
      }),
    async close() {
      await stopListening(proxy.server);
      proxy.close();
    },
  };
}

async function givenDialect(file: string | undefined) {
  const none: DialectDocument | null = null;
  if (file === undefined) return { dialect: defaultDialect, document: none };
  return readDialectDocument(file);
}
