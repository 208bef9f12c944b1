/** The composition root: what a sandbox is made of, and where it listens. */
import { randomBytes, randomInt } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { SandboxSettings } from '../config.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { millisecondsOf } from '../domain/duration.ts';
import { findingLine, type Finding } from '../documents/finding.ts';
import { systemClock } from '../ports/clock.ts';
import { createLog, silentLog } from '../ports/log.ts';
import type { Log } from '../ports/log.ts';
import { systemPauses } from '../ports/pauses.ts';
import { signaturesAtFirstUse } from '../ports/signatures.ts';
import { joseTokens } from '../ports/tokens.ts';
import { loadScenario, loadWithItsDialect, scenarioNamed } from '../scenarios/load.ts';
import type { ScenarioSource } from '../scenarios/load.ts';
import type { Base, Client } from '../store/state.ts';
import { lowdbStore } from '../store/lowdb.ts';
import type { Store, Tenancy } from '../store/store.ts';
import { memoryJournal } from '../traffic/journal.ts';
import { createApp } from './create-app.ts';
import { isLoopback } from './pipeline/host.ts';
import type { Access } from './services.ts';
import { dialectGiven } from './dialect-file.ts';
import { StartError } from './start-error.ts';

export type SandboxOptions = Omit<SandboxSettings, 'scenario' | 'dialect'> & {
  /** Names of the library, files, documents; several are merged. */
  readonly scenario: readonly (string | object)[];
  /** A file, or a document. */
  readonly dialect?: string | object;
  readonly log: 'json' | 'pretty' | 'silent';
  /** The least important lines of the log; `info`, a line for each request, if not given. */
  readonly logLevel?: 'info' | 'warn';
};

export interface RunningSandbox {
  readonly url: string;
  readonly scenario: string;
  readonly seed: number;
  readonly clients: readonly Client[];
  /** Only where the sandbox made it, or was given it. */
  readonly controlToken?: string;
  /** Reads the scenario of the start anew and puts it under the default workspace, if it is legal. */
  reloadScenario(): Promise<ReloadedScenario>;
  /** Answers what is under way, then ends. */
  close(): Promise<void>;
}

export type ReloadedScenario =
  | { readonly scenario: string; readonly users: number; readonly warnings: readonly Finding[] }
  /** Why it was refused, warnings included; nothing has changed. */
  | { readonly findings: readonly Finding[] };

const DEFAULT_WORKSPACE = 'default';
/** How long, in milliseconds, what is under way may take once the sandbox is to end. */
const DRAIN = 1000;

/**
 * Starts a sandbox.
 *
 * @throws StartError before anything listens: a bad scenario or dialect, a busy port
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const log = await startLog(options);
  const sources = options.scenario.map(scenarioGiven);
  const start = await startContent(sources, options.dialect, log);
  const { dialect } = start;
  const { chaos } = options;
  let { base } = start;
  const seed = startSeed(options.seed, base);
  const clockStart = options.clock === undefined ? undefined : Date.parse(options.clock);
  const access = accessOf(options);

  const clock = systemClock;
  const store = lowdbStore(clock, tenancyOf(options));
  await store.create({ name: DEFAULT_WORKSPACE, seed, dialect, base, clockStart, chaos });
  const signatures = signaturesAtFirstUse();
  const journal = memoryJournal({ store, limit: options.journalLimit, clock, signatures });
  const closing = new AbortController();
  const services = {
    ...{ store, journal, clock, pauses: systemPauses, signatures, tokens: joseTokens, log, access },
    closing: closing.signal,
  };
  const { createServer } = createApp({
    ...services,
    control: {
      ...services,
      get start() {
        return { sources, base, dialect, seed, clockStart, chaos };
      },
      makeName: () => `w-${randomBytes(5).toString('hex')}`,
    },
  });
  const server = createServer();
  await listen(server, options);

  return {
    url: urlOf(server, options.host),
    scenario: base.name,
    seed,
    clients: [...base.clients.values()],
    ...(access.controlToken === undefined ? {} : { controlToken: access.controlToken }),
    async reloadScenario() {
      const loaded = await loadScenario(sources, dialect);
      if ('findings' in loaded) return loaded;
      await store.load(DEFAULT_WORKSPACE, loaded.base, dialect);
      base = loaded.base;
      return { scenario: base.name, users: base.userIds.length, warnings: loaded.warnings };
    },
    close: () => {
      closing.abort();
      return closeAll(server, store, log);
    },
  };
}

/** @throws StartError for another seed than a snapshot goes on from */
function startSeed(given: number | undefined, { runtime }: Base): number {
  const drawn = runtime?.draws.seed;
  if (drawn !== undefined && given !== undefined && given !== drawn) {
    throw new StartError(`--seed ${given}: the snapshot goes on from seed ${drawn}; leave it out`);
  }
  return drawn ?? given ?? randomInt(2 ** 32);
}

/** A snapshot brings its dialect, unless one is named. */
async function startContent(
  sources: readonly ScenarioSource[],
  givenDialect: string | object | undefined,
  log: Log,
): Promise<{ readonly base: Base; readonly dialect: Dialect }> {
  const named = await dialectGiven(givenDialect);
  const loaded =
    givenDialect === undefined
      ? await loadWithItsDialect(sources, named)
      : { ...(await loadScenario(sources, named)), dialect: named };
  if ('findings' in loaded) {
    throw new StartError("the scenario can't be loaded:", ...loaded.findings.map(findingLine));
  }
  for (const warning of loaded.warnings) log.warn(findingLine(warning));
  return loaded;
}

function scenarioGiven(scenario: string | object): ScenarioSource {
  return typeof scenario === 'string' ? scenarioNamed(scenario) : { document: scenario };
}

function tenancyOf({ workspaceLimit, workspaceTtl }: SandboxOptions): Tenancy {
  return {
    permanent: DEFAULT_WORKSPACE,
    limit: workspaceLimit,
    unusedFor: workspaceTtl === 'none' ? null : millisecondsOf(workspaceTtl),
  };
}

async function startLog({ log, logLevel: level = 'info' }: SandboxOptions): Promise<Log> {
  return log === 'silent' ? silentLog : createLog({ level, pretty: log === 'pretty' });
}

/** Beyond loopback, the control API is never open: who may read the inbox may be anybody. */
function accessOf({ host, allowHost, cors, publicUrl, controlToken }: SandboxOptions): Access {
  const reach = isLoopback(host) ? 'loopback' : 'network';
  return {
    reach,
    allowHost,
    cors,
    publicUrl,
    controlToken:
      controlToken ?? (reach === 'network' ? randomBytes(24).toString('base64url') : undefined),
  };
}

function listen(server: Server, { host, port }: SandboxOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(listenProblem(error, host, port)));
    });
    server.listen({ host, port }, resolve);
  });
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} is in use: choose another with --port, or --port 0 for a free one`;
    case 'EACCES':
      return `port ${port} may not be used by this account: choose one above 1023 with --port`;
    default:
      return `can't listen on ${host}: ${error.message}`;
  }
}

/** An address that stands for all of them is no place to go: the url names loopback then. */
function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function closeAll(server: Server, store: Store, log: Log): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const impatience = setTimeout(() => server.closeAllConnections(), DRAIN);
  await closed;
  clearTimeout(impatience);
  await store.close();
  await log.flush();
}
