/** The composition root of the proxy. */
import { createServer } from 'node:http';
import type { InterpolatedValues } from '../config/interpolated-values.ts';
import type { SettingsOf } from '../config/setting.ts';
import { isLoopback } from '../http/allowed-host.ts';
import { systemClock } from '../ports/clock.ts';
import { createRequestIds } from '../ports/request-ids.ts';
import type { Report } from '../reporting/report.ts';
import { loadDialectSource } from '../server/dialect-file.ts';
import { listenOn, stopListening, getServerUrl } from '../server/listening.ts';
import { handleParserRefusals, refuseWrongHost } from '../server/parser-refusals.ts';
import { createForwarder } from './forwarder.ts';
import { proxyExchange } from './proxied-exchange.ts';
import { createRequestCheck } from './request-refusal.ts';
import { createTrafficReport } from './traffic-report.ts';
import { createTrafficJudge, type ProxyListener } from './traffic-judge.ts';

type SharedSettings = Pick<SettingsOf<'proxy'>, 'host' | 'port' | 'allowHost' | 'cors' | 'strict'>;

export interface ProxySettings extends SharedSettings {
  readonly upstream: string;
  /** Dialect file; undefined for the default dialect. */
  readonly dialect: string | undefined;
  /** Whether a request or response with violations is only reported, or replaced by an error. */
  readonly violations: 'reported' | 'refused';
  /** Milliseconds without data from the deployment before a timeout. */
  readonly timeout: number;
  /** Secrets of the configuration, which are never shown. */
  readonly interpolated: InterpolatedValues;
}

export interface RunningProxy {
  readonly url: string;
  report(): Report;
  /** Stops accepting requests; waits up to a second for running exchanges, and records them. */
  close(): Promise<void>;
}

/** Starts the proxy. @throws StartError for an invalid dialect or a port in use */
export async function startProxy(
  settings: ProxySettings,
  listener: ProxyListener,
): Promise<RunningProxy> {
  const { upstream, timeout, violations, strict, interpolated, host } = settings;
  const { dialect, document } = await loadDialectSource(settings.dialect);
  const shownUpstream = interpolated.mask(upstream);
  const trafficJudge = createTrafficJudge(shownUpstream, dialect, interpolated.secrets, listener);
  const startedAt = systemClock.now();
  // Proxies may be chained: each has its own name.
  const name = `flagbearer-${createRequestIds()()}`;
  const reachableFrom = isLoopback(host) ? 'loopback' : 'network';
  const checkRequestHead = createRequestCheck({ ...settings, reachableFrom }, name);
  const forwarder = createForwarder({ upstream, shownUpstream, timeout, name });
  const options = {
    name,
    violations,
    checkRequestHead,
    clock: systemClock,
    trafficJudge,
    forwarder,
  };
  const running = new Set<Promise<void>>();
  const server = createServer(
    { insecureHTTPParser: false, requireHostHeader: false },
    (req, res) => {
      if (refuseWrongHost(req, res)) return;
      const exchange = proxyExchange(req, res, options)
        .catch((error: unknown) => {
          listener.onError(error);
          res.destroy();
        })
        .finally(() => running.delete(exchange));
      running.add(exchange);
    },
  );
  handleParserRefusals(server);
  // A client may take any time to send its request.
  server.requestTimeout = 0;
  await listenOn(server, settings);
  return {
    url: getServerUrl(server, host),
    report: () =>
      createTrafficReport({
        upstream: shownUpstream,
        startedAt,
        durationMs: systemClock.now() - startedAt,
        findings: trafficJudge.findings,
        dialect: document,
        strict,
      }),
    async close() {
      await stopListening(server);
      forwarder.close();
      await Promise.all(running);
    },
  };
}
