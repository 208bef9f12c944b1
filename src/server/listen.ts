/** The composition root: creates the parts of a sandbox and starts to listen. */
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { stat } from 'node:fs/promises';

import { getDataFolder, type SandboxSettings } from '../config.ts';
import type { InterpolatedValues } from '../config/interpolated-values.ts';
import { readClientReport } from '../control/client-report.ts';
import type { DialectDocument } from '../dialect/dialect.ts';
import { parseShortDuration } from '../domain/short-duration.ts';
import type { Finding } from '../documents/finding.ts';
import { systemClock } from '../ports/clock.ts';
import { systemFiles, type Files } from '../ports/files.ts';
import { createLog, silentLog, type Log } from '../ports/log.ts';
import { systemPauses } from '../ports/pauses.ts';
import { createRequestIds } from '../ports/request-ids.ts';
import { createLazySignatures } from '../ports/signatures.ts';
import { joseTokens } from '../ports/tokens.ts';
import type { Progress } from '../documents/progress.ts';
import { loadScenario } from '../scenarios/load.ts';
import type { Client } from '../domain/records.ts';
import { openStore } from '../store/open-store.ts';
import { DEFAULT_WORKSPACE, type Store, type StoreSettings } from '../store/store.ts';
import { createMemoryJournals } from '../traffic/journal/journals.ts';
import { Metrics } from '../traffic/metrics/metrics.ts';
import { createSharedJournals } from '../traffic/journal/shared-journals.ts';
import { createApp } from './create-app.ts';
import { isLoopback } from '../http/allowed-host.ts';
import type { ClientReport } from '../contract/client-report.gen.ts';
import { getHostName } from '../http/host-name.ts';
import type { Access } from './services.ts';
import { listenOn, requireFreeAddress, stopListening, getServerUrl } from './listening.ts';
import { StartError } from '../start-error.ts';
import type { SecureServer } from './tls/secure-server.ts';
import { loadDialectSource } from './dialect-file.ts';
import { toSource, prepareStart } from './prepare-start.ts';
import { createWorkspaceNames } from './workspace-names.ts';

type OptionalSettings = Pick<SandboxSettings, 'store' | 'resetStore' | 'https'>;

export type SandboxOptions = Omit<
  SandboxSettings,
  keyof OptionalSettings | 'scenario' | 'dialect'
> &
  Partial<OptionalSettings> & {
    /** Names of the library, files, documents; several are merged. */
    readonly scenario?: readonly (string | object)[];
    readonly dialect?: string | object;
    readonly log: 'json' | 'pretty' | 'silent';
    /** Lowest level in the log; default: `info`, which includes a line for each request. */
    readonly logLevel?: 'info' | 'warn';
    /** Values that the log does not show. */
    readonly interpolated?: InterpolatedValues;
    /** Receives the client report of each workspace that is deleted, reset or loaded, if it had requests. */
    readonly earlierReports?: ClientReport[];
    readonly progress?: Progress;
  };

export interface RunningSandbox {
  readonly url: string;
  readonly console: string;
  readonly scenario: string;
  readonly seed: number;
  readonly clients: readonly Client[];
  /** Undefined without control token. */
  readonly controlToken?: string;
  /** Path of the certificate of the local authority, which clients must trust; undefined if not used. */
  readonly authority?: string;
  /** The deployment from which `flagbearer conform` detected the dialect. */
  readonly dialectOrigin?: NonNullable<DialectDocument['origin']>;
  /** Reads the scenario of the start again and loads it into the default workspace, if it is valid. */
  reloadScenario(): Promise<ReloadedScenario>;
  /** Returns the client report on each workspace. */
  readClientReports(): Promise<readonly ClientReport[]>;
  /** Stops accepting requests, waits up to a second for running requests, then closes the store. */
  close(): Promise<void>;
}

export type ReloadedScenario =
  | { readonly scenario: string; readonly users: number; readonly warnings: readonly Finding[] }
  /** Errors and warnings; nothing was changed. */
  | { readonly findings: readonly Finding[] };

/**
 * Starts a sandbox.
 *
 * @param files the disk; tests pass a disk that fails
 * @throws StartError before anything listens
 */
export async function startSandbox(
  options: SandboxOptions,
  files: Files = systemFiles,
): Promise<RunningSandbox> {
  requireLongToken(options);
  const log = await startLog(options);
  await requireReportFolder(options);
  const secure = await prepareTls(options);
  // A refused start must leave existing data unchanged; a store in memory has none.
  if (options.store !== undefined && options.store !== 'memory') await requireFreeAddress(options);
  options.progress?.update('opening the store');
  const store = await openConfiguredStore(options, log, files);
  try {
    const isNewStore = options.resetStore === true || (await store.readSettings()) === undefined;
    const storeSettings = await prepareStart(store, options, log);
    // Names must differ from the names of earlier runs, whose clients may still be running.
    const nameSalt = isNewStore ? '' : randomBytes(16).toString('hex');
    const createName = createWorkspaceNames(storeSettings, nameSalt);
    return await startRunning(options, { store, storeSettings, createName, log, secure });
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Parts {
  readonly store: Store;
  readonly storeSettings: StoreSettings;
  createName(): string;
  readonly log: Log;
  readonly secure: SecureServer | undefined;
}

async function startRunning(
  options: SandboxOptions,
  { store, storeSettings, createName, log, secure }: Parts,
): Promise<RunningSandbox> {
  const sources = storeSettings.scenario.map(toSource);
  let currentSettings = storeSettings;
  const access = createAccess(options);
  const closing = new AbortController();
  // Each long poll adds a listener to this signal.
  setMaxListeners(0, closing.signal);
  const origin = (await loadDialectSource(options.dialect)).document?.origin;
  const services = {
    ...createServices(store, log, options),
    access,
    fixedCode: options.fixedCode,
    closing: closing.signal,
    conformReport: options.conformReport,
    earlierReports: options.earlierReports,
    dialectOrigin: origin,
    get workspaceDefaults() {
      return { ...currentSettings, sources };
    },
    createName,
  };
  const server = createApp(services).createServer(undefined, secure?.createServer);
  await listenOn(server, options);

  // Existing data has another scenario if a scenario was loaded after the first start.
  const { base } = await store.read(DEFAULT_WORKSPACE, async (view) => view);
  const url = getServerUrl(server, options.host, secure === undefined ? 'http' : 'https');
  return {
    url,
    console: `${url}/sandbox/console`,
    scenario: base.name,
    seed: storeSettings.seed,
    clients: [...base.clients.values()],
    ...(access.controlToken === undefined ? {} : { controlToken: access.controlToken }),
    ...(secure?.authority === undefined ? {} : { authority: secure.authority }),
    ...(origin === undefined ? {} : { dialectOrigin: origin }),
    async reloadScenario() {
      const loaded = await loadScenario(sources, storeSettings.dialect);
      if ('findings' in loaded) return loaded;
      const { base, warnings } = loaded;
      await store.replaceBase(base);
      currentSettings = { ...currentSettings, base };
      return { scenario: base.name, users: base.userIds.length, warnings };
    },
    async readClientReports() {
      const reports: ClientReport[] = [];
      for (const name of await store.listNames()) {
        reports.push(await readClientReport(services, await store.open(name)));
      }
      return reports;
    },
    async close() {
      closing.abort();
      await stopListening(server);
      await store.close();
      await log.flush();
    },
  };
}

function createServices(store: Store, log: Log, { journalLimit: limit }: SandboxOptions) {
  const { journalLogs } = store;
  const ports = {
    store,
    log,
    clock: systemClock,
    pauses: systemPauses,
    signatures: createLazySignatures(),
    tokens: joseTokens,
  };
  return {
    ...ports,
    journals:
      journalLogs === undefined
        ? createMemoryJournals({ ...ports, limit })
        : createSharedJournals({ ...ports, limit, journalLogs }),
    metrics: new Metrics(),
    createRequestId: createRequestIds(),
  };
}

/** @throws StartError for a certificate that cannot be used */
async function prepareTls({
  https,
  tlsCert,
  tlsKey,
  host,
  allowHost,
  publicUrl,
}: SandboxOptions): Promise<SecureServer | undefined> {
  if (tlsCert === undefined && tlsKey !== undefined)
    throw createMissingError('--tls-cert', '--tls-key');
  if (tlsKey === undefined && tlsCert !== undefined)
    throw createMissingError('--tls-key', '--tls-cert');
  if (https !== true && tlsCert === undefined) return undefined;
  const { createSecureServer } = await import('./tls/secure-server.ts');
  const hostNames = host === '0.0.0.0' || host === '::' ? [] : [host];
  return createSecureServer({
    files: tlsCert === undefined || tlsKey === undefined ? undefined : { tlsCert, tlsKey },
    names: [
      ...hostNames,
      ...allowHost,
      ...(publicUrl === undefined ? [] : [getHostName(publicUrl)]),
    ],
    dataFolder: getDataFolder(),
    now: () => systemClock.now(),
  });
}

function createMissingError(missing: string, present: string): StartError {
  return new StartError(`${present} requires ${missing}. Set both.`);
}

/** @throws StartError if the folder does not exist */
async function requireReportFolder({ conformReport: folder }: SandboxOptions): Promise<void> {
  if (folder === undefined) return;
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new StartError(
    `--conform-report ${folder}: the folder does not exist. Create it with flagbearer conform --report-dir ${folder}`,
  );
}

function openConfiguredStore(options: SandboxOptions, log: Log, files: Files): Promise<Store> {
  const { store = 'memory', workspaceLimit, workspaceTtl } = options;
  const workspaceLimits = {
    limit: workspaceLimit,
    idleTimeout: workspaceTtl === 'none' ? null : parseShortDuration(workspaceTtl),
  };
  return openStore(store, {
    clock: systemClock,
    pauses: systemPauses,
    workspaceLimits,
    log,
    files,
  });
}

async function startLog(options: SandboxOptions): Promise<Log> {
  const { log, logLevel: level = 'info', interpolated } = options;
  if (log === 'silent') return silentLog;
  const mask = <Value>(value: Value) => interpolated?.mask(value) ?? value;
  return createLog({ level, pretty: log === 'pretty', mask });
}

const MIN_TOKEN_LENGTH = 16;

/** @throws StartError for a control token that others could guess */
function requireLongToken({ host, controlToken }: SandboxOptions): void {
  if (controlToken === undefined || isLoopback(host)) return;
  if (controlToken.length >= MIN_TOKEN_LENGTH) return;
  throw new StartError(
    `--control-token: expected at least ${MIN_TOKEN_LENGTH} characters, because other machines can reach --host ${host}. Set a longer token, or omit the option to generate one.`,
  );
}

/** Requires a control token if other machines can connect: a reader of the inbox can sign in as any user. */
function createAccess({ host, allowHost, cors, publicUrl, controlToken }: SandboxOptions): Access {
  const reachableFrom = isLoopback(host) ? 'loopback' : 'network';
  return {
    reachableFrom,
    allowHost,
    cors,
    publicUrl,
    controlToken:
      controlToken ??
      (reachableFrom === 'network' ? randomBytes(24).toString('base64url') : undefined),
  };
}
