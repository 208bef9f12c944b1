/** The composition root of the proxy: what watches, what forwards, where it listens. */
import type { DialectDocument } from '../dialect/dialect.ts';
import { defaultDialect } from '../dialect/keys.ts';
import { systemClock } from '../ports/clock.ts';
import type { Report } from '../reporting/report.ts';
import { readDialectDocument } from '../server/dialect-file.ts';
import { listenOn, stopListening, urlOf } from '../server/listening.ts';
import { proxyServer, type ProxyServer } from './proxy-server.ts';
import { trafficReport } from './traffic-report.ts';
import { Watch, type Judgement } from './watch.ts';

export interface ProxySettings {
  /** Base URL of the deployment. */
  readonly upstream: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Dialect file; undefined for the default dialect. */
  readonly dialect: string | undefined;
  /** Whether the traffic is held against what it has itself decided so far. */
  readonly mode: 'judge' | 'learn';
  readonly violations: 'told' | 'refused';
  /** Whether a difference in an open point is a failure. */
  readonly strict: boolean;
  /** How long the deployment may be silent, in milliseconds. */
  readonly timeout: number;
}

/** Who is told what happens. */
export interface Audience {
  judged(judgement: Judgement): void;
  /** A call that went through and could not be judged, by a mistake of ours. */
  broke(error: unknown): void;
}

export interface RunningProxy {
  readonly url: string;
  /** What was found until now. */
  report(): Report;
  /** Answers what is under way, then ends. */
  close(): Promise<void>;
}

/** @throws StartError before anything listens: a bad dialect, a busy port */
export async function startProxy(
  settings: ProxySettings,
  audience: Audience,
): Promise<RunningProxy> {
  const { upstream, timeout, violations, mode, strict } = settings;
  const given = await givenDialect(settings.dialect);
  const watch = new Watch(upstream, given.dialect, mode);
  const clock = systemClock;
  const startedAt = clock.now();
  const proxy: ProxyServer = proxyServer(
    { upstream, timeout, violations, clock },
    {
      request: (request) => watch.request(request),
      violations: (call) => watch.violations(call),
      ended(call) {
        try {
          audience.judged(watch.end(call));
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
        upstream,
        startedAt,
        durationMs: clock.now() - startedAt,
        findings: watch.findings,
        decisions: watch.decisions,
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
