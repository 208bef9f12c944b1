/** Runs a conformance test: connects to the deployment, detects its dialect, performs the checks. */
import pLimit from 'p-limit';
import type { Dialect } from '../src/dialect/dialect.ts';
import { dialectKeys, getDialectValue } from '../src/dialect/keys.ts';
import { Attempt } from './attempt.ts';
import { getExclusivity, canSeparateUsers } from './exclusivity.ts';
import { CounterChecks } from './counter-checks.ts';
import { Coverage } from './coverage.ts';
import type { Check, Phase } from './define-check.ts';
import { discover } from './discovery/discover.ts';
import { Knowledge } from './discovery/knowledge.ts';
import { judgeOpenPoints } from './discovery/open-points.ts';
import { Scheduler, type Slot } from './scheduler.ts';
import { listOperationsInScope, sortByRequirement } from './select-checks.ts';
import type {
  CheckResult,
  OperationCoverage,
  RunOutcome,
  Stop,
  ProgressListener,
} from './outcome.ts';
import { Identities } from './actors/identities.ts';
import { App } from './actors/app.ts';
import type { Environment } from './actors/code-command.ts';
import { createCodeSource } from './actors/code-source.ts';
import { UnknownIds } from './actors/unknown-ids.ts';
import { OtpLedger } from './actors/otp-ledger.ts';
import { returnNotTested } from './actors/valid-requests.ts';
import { findInbox } from './actors/sandbox-inbox.ts';
import { checkTarget, probeTarget } from './check-target.ts';
import { runCheck } from './run-check.ts';
import type { ConformSettings } from './settings.ts';
import type { RunContext } from './run-context.ts';
import { verifyAccessTokens, verifyAccounts } from './observations/verify-settings.ts';
import type { Network } from './target/retrying-transport.ts';
import { replaceTexts } from '../src/redaction/replace-texts.ts';
import { Outages } from './target/outages.ts';
import { Crashes } from './target/crashes.ts';
import { Pace } from './target/pace.ts';
import { findEarlyStop } from './target/early-stop.ts';
import { FailureShare } from './target/failure-share.ts';
import { Liveness } from './target/liveness.ts';
import { Secrets } from './target/secrets.ts';
import { RequestBudget } from './target/budget.ts';
import { placeSession } from './target/session-place.ts';
import { Transport } from './target/transport.ts';
import { BudgetSpent, Interrupted } from './target/request-errors.ts';
import { Waiting, type Sleep } from './target/waiting.ts';

/** Maximum total time of waits, in milliseconds; concurrent waits count once. */
const MAX_WAITING = 120_000;

export interface RunPorts {
  readonly onProgress: ProgressListener;
  readonly signal: AbortSignal;
  ask(question: string): Promise<string>;
  readonly environment: Environment;
  readonly sleep: Sleep;
  /** Returns the time in milliseconds since 1970. */
  now(): number;
  readonly checks: readonly Check[];
  /** A dialect to assume without detection, for tests of single checks. */
  readonly assumedDialect?: Dialect;
}

const PHASES: readonly Phase[] = ['main', 'additional', 'final'];

export class Run {
  readonly #settings: ConformSettings;
  readonly #ports: RunPorts;
  readonly #ctx: RunContext;
  readonly #network: Network;
  readonly #counterChecks: CounterChecks;
  readonly #scheduler: Scheduler;
  readonly #startedAt: number;
  readonly #results: CheckResult[] = [];
  /** The started checks of each phase. */
  readonly #startedChecks: readonly Promise<CheckResult>[][] = PHASES.map(() => []);
  #preparation: Promise<Stop | null> | undefined;

  constructor(settings: ConformSettings, ports: RunPorts) {
    this.#settings = settings;
    this.#ports = ports;
    this.#startedAt = ports.now();
    const secrets = new Secrets();
    for (const [text, placeholder] of settings.maskedTexts) secrets.addText(text, placeholder);
    const clients = [settings.client, settings.secondClient].filter((client) => client !== null);
    for (const client of clients) secrets.addClient(client);
    for (const { privateKey } of settings.accounts) {
      if (privateKey !== null) secrets.addPrivateKey(privateKey);
    }
    const budget = new RequestBudget(settings, ports.now);
    const pace = new Pace(settings.concurrency, (inFlight) => this.#scheduler.resize(inFlight));
    this.#scheduler = new Scheduler(pace.inFlight);
    const knowledge = new Knowledge();
    this.#network = {
      transport: new Transport({
        base: settings.target,
        timeout: settings.timeout,
        secrets,
        signal: ports.signal,
        placeSession: (request, isSession) =>
          placeSession(request, knowledge.dialect, { clients, isSession }),
      }),
      budget,
      signal: ports.signal,
      waiting: new Waiting(MAX_WAITING, ports),
      liveness: new Liveness({ now: ports.now, probe: () => probeTarget(this.#ctx) }),
      failureShare: new FailureShare(),
      outages: new Outages(ports.now),
      pace,
      limitConcurrency: pLimit(settings.concurrency),
      crashes: new Crashes(),
      timeout: settings.timeout,
      refusalsAreHtml: false,
      rejectionFieldNames: null,
    };
    this.#counterChecks = new CounterChecks(
      (previousAttempt) => new Attempt(this.#ctx, previousAttempt),
    );
    const identities = new Identities(settings);
    const createApp = (credentials: ConformSettings['client']) =>
      new App(credentials, () => knowledge.dialect, knowledge.memory);
    this.#ctx = {
      settings,
      network: this.#network,
      budget,
      secrets,
      knowledge,
      identities,
      unknownIds: new UnknownIds(settings.seed),
      ledger: new OtpLedger({ budget, secrets, sleep: ports.sleep }),
      coverage: new Coverage(),
      responses: [],
      inconclusiveRequests: [],
      app: createApp(settings.client),
      secondApp: settings.secondClient && createApp(settings.secondClient),
      now: ports.now,
      isAlive: (operation) => this.#counterChecks.isAlive(operation),
      succeeds: (operation) => this.#counterChecks.succeeds(operation),
      recovers: (operation) => this.#counterChecks.recovers(operation),
      requireWorking: (operation) => this.#counterChecks.requireWorking(operation),
    };
  }

  get checks(): readonly Check[] {
    return this.#ports.checks;
  }

  /** Returns a text as the outcome shows it, with every secret masked. */
  mask(text: string): string {
    return this.#ctx.secrets.mask(text);
  }

  /** Connects and detects the dialect, once. Returns why the run must stop; null if checks can run. */
  prepare(): Promise<Stop | null> {
    this.#preparation ??= this.#prepare();
    return this.#preparation;
  }

  perform(check: Check): Promise<CheckResult> {
    const phase = PHASES.indexOf(check.phase);
    const result = this.#waitForEarlier(phase).then(() => this.#perform(check));
    this.#startedChecks[phase]?.push(result);
    return result;
  }

  /** Resolves when the run is ready, and all checks of earlier phases that have been started are complete. */
  async #waitForEarlier(phase: number): Promise<void> {
    await this.prepare();
    await Promise.allSettled(this.#startedChecks.slice(0, phase).flat());
  }

  async #perform(check: Check): Promise<CheckResult> {
    const unmasked = await this.#schedule(check);
    const result = { ...unmasked, reason: this.mask(unmasked.reason) };
    this.#results.push(result);
    const { onProgress, checks } = this.#ports;
    const { evidence: _, ...reported } = result;
    onProgress({
      kind: 'checked',
      result: reported,
      index: this.#results.length - 1,
      total: checks.length,
    });
    return result;
  }

  async #schedule(check: Check): Promise<CheckResult> {
    const runAttempts = (slot: Slot) => runCheck(check, this.#ctx, slot);
    const exclusivity = getExclusivity(check, this.#ctx);
    const first = await this.#scheduler.run(exclusivity, runAttempts);
    if (exclusivity === 'alone' || check.exclusive === 'never' || !first.mayBeDisturbed)
      return first.result;
    // Concurrent checks may have caused the failure, so the check is repeated alone.
    return (await this.#scheduler.run('alone', runAttempts)).result;
  }

  async finish(): Promise<RunOutcome> {
    const stop = await this.prepare();
    if (stop === null) await this.#discover('late').catch(this.#ignoreEndOfRun);
    const { knowledge, budget, coverage } = this.#ctx;
    verifyAccessTokens(this.#ctx);
    if (stop === null) await verifyAccounts(this.#ctx).catch(this.#ignoreEndOfRun);
    const operations = await this.#listOperations(stop);
    this.#network.transport.close();
    const points = stop === null ? judgeOpenPoints(this.#ctx) : [];
    const outcome: RunOutcome = {
      startedAt: new Date(this.#startedAt).toISOString(),
      durationMs: this.#ports.now() - this.#startedAt,
      seed: this.#settings.seed,
      stop: stop ?? findEarlyStop(this.#network, this.#settings.target),
      operations,
      unusableInputs: coverage.problems,
      results: sortByRequirement([...this.#results, ...points]),
      budget: budget.spent,
      dialect: knowledge.toDiscoveredDialect(),
    };
    // A code becomes known only after its send, but the recorded response may already contain the code.
    return replaceTexts(outcome, (text) => this.mask(text));
  }

  #listOperations(stop: Stop | null): Promise<OperationCoverage[]> {
    const { settings, coverage, requireWorking } = this.#ctx;
    const scope = listOperationsInScope(this.checks, settings);
    const obstacle = this.#findObstacle(stop);
    return coverage.measureOperations(scope, {
      requireWorking: (operation) =>
        obstacle === null ? requireWorking(operation) : Promise.reject(new Error(obstacle)),
      findRejection: (operation) => this.#counterChecks.findRejection(operation),
    });
  }

  /** Returns why the run cannot, or must not, send further requests; null if it can. */
  #findObstacle(stop: Stop | null): string | null {
    // In tests of single checks, only these checks send requests.
    if (this.#ports.assumedDialect) return 'no check sent a valid request to this operation';
    const hasEnded = stop !== null || findEarlyStop(this.#network, this.#settings.target) !== null;
    if (hasEnded) return 'the run ended before a request to this operation succeeded';
    return this.#ctx.budget.requestLimitReason;
  }

  async #prepare(): Promise<Stop | null> {
    try {
      const stop = await checkTarget(this.#ctx);
      if (stop !== null) return stop;
      await this.#connectCodeSource();
      await this.#discover('early');
      await this.#distinguishOutages();
    } catch (error) {
      this.#ignoreEndOfRun(error);
    }
    this.#ctx.identities.beginChecks();
    if (!canSeparateUsers(this.#ctx.knowledge.dialect)) this.#scheduler.limit(1);
    return null;
  }

  /** Sends valid requests of two operations, to detect whether all operations return server errors. */
  async #distinguishOutages(): Promise<void> {
    if (!this.#network.outages.hasFailingOperation) return;
    for (const operation of ['sendEmailOtp', 'sendSmsOtp'] as const) {
      await this.#ctx.requireWorking(operation).catch(returnNotTested);
    }
  }

  async #connectCodeSource(): Promise<void> {
    const { target, timeout, otpSource } = this.#settings;
    const mayBeInbox = otpSource === null || otpSource.kind === 'inbox';
    const inbox = mayBeInbox ? await findInbox(target, timeout, this.#ports.sleep) : null;
    const source = otpSource ?? (inbox === null ? null : { kind: 'inbox' as const });
    if (source === null) return;
    this.#ctx.ledger.source = createCodeSource(source, {
      inboxUrl: inbox ?? `${target}/sandbox/inbox`,
      timeout,
      environment: this.#ports.environment,
      ask: (question) => this.#ctx.budget.runUntimed(() => this.#ports.ask(this.mask(question))),
    });
  }

  async #discover(when: 'early' | 'late'): Promise<void> {
    const { assumedDialect } = this.#ports;
    if (assumedDialect !== undefined) {
      for (const { key } of dialectKeys) {
        this.#ctx.knowledge.decide(key, getDialectValue(assumedDialect, key), null);
      }
      // A session in the request identifies the user, independently of identity.addWalletTarget.
      this.#ctx.knowledge.bearers.sessionIdentifiesUser = true;
      return;
    }
    await discover(when, {
      ctx: this.#ctx,
      scheduler: this.#scheduler,
      onProgress: this.#ports.onProgress,
    });
  }

  readonly #ignoreEndOfRun = (error: unknown): void => {
    if (!(error instanceof Interrupted || error instanceof BudgetSpent)) throw error;
  };
}
