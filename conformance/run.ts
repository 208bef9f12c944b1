/** A run: reaches the deployment, discovers its dialect, performs checks, sums up. */
import type { OperationId } from '../src/contract/words.ts';
import type { Dialect } from '../src/dialect/dialect.ts';
import { dialectKeys, dialectValue } from '../src/dialect/keys.ts';
import { isCutShort } from './answers/json-answer.ts';
import { Attempt } from './attempt.ts';
import type { Check } from './define-check.ts';
import { runProbe } from './discovery/define-probe.ts';
import { probeGroups } from './discovery/index.ts';
import { Knowledge } from './discovery/knowledge.ts';
import { openPoints } from './discovery/open-points.ts';
import { NotTested } from './ends.ts';
import { Gate } from './gate.ts';
import { judge, undecided } from './judge.ts';
import { inOrder, listedCheck } from './listed-checks.ts';
import type { CheckResult, RunOutcome, Stop, Watch } from './outcome.ts';
import { Identities } from './parties/accounts.ts';
import { App } from './parties/app.ts';
import { codeSource, type Environment } from './parties/code-source.ts';
import { OtpLedger } from './parties/otp-ledger.ts';
import { findInbox } from './parties/sandbox-inbox.ts';
import { reach } from './reach.ts';
import type { ConformSettings } from './settings.ts';
import type { Surroundings } from './surroundings.ts';
import type { Reply } from './target/call.ts';
import type { Lines, Sleep } from './target/patience.ts';
import { maskedThroughout } from './target/masked-throughout.ts';
import { Secrets } from './target/secrets.ts';
import { Spending } from './target/spending.ts';
import { Transport } from './target/transport.ts';
import { Interrupted, turnedAwayOf } from './target/trouble.ts';

const MOST_ATTEMPTS = 6;
/** Of all pauses together, in milliseconds. */
const MOST_WAITING = 120_000;

/** What a run takes from the process that it runs in. */
export interface RunPorts {
  readonly watch: Watch;
  readonly signal: AbortSignal;
  ask(question: string): Promise<string>;
  /** For the command that tells one-time passwords. */
  readonly environment: Environment;
  readonly sleep: Sleep;
  /** Milliseconds since 1970. */
  now(): number;
  /** How many checks are to come, for those who watch. */
  readonly checks: number;
  /** A dialect taken for granted: nothing is discovered. For tests of single checks. */
  readonly granted?: Dialect;
}

export class Run {
  readonly #settings: ConformSettings;
  readonly #ports: RunPorts;
  readonly #around: Surroundings;
  readonly #lines: Lines;
  readonly #gate: Gate;
  readonly #began: number;
  readonly #controls = new Map<OperationId, Promise<NotTested | Reply>>();
  readonly #results: CheckResult[] = [];
  #ready: Promise<Stop | null> | undefined;

  constructor(settings: ConformSettings, ports: RunPorts) {
    this.#settings = settings;
    this.#ports = ports;
    this.#began = ports.now();
    const secrets = new Secrets();
    for (const client of [settings.client, settings.secondClient]) {
      if (client !== null) secrets.addClient(client);
    }
    for (const { privateKey } of settings.accounts) {
      if (privateKey !== null) secrets.addPrivateKey(privateKey);
    }
    const spending = new Spending(settings);
    this.#lines = {
      transport: new Transport(settings.target, settings.timeout, secrets, ports.signal),
      spending,
      sleep: ports.sleep,
      signal: ports.signal,
      waiting: MOST_WAITING,
      refusesInHtml: false,
      refusesByNames: null,
    };
    const knowledge = new Knowledge();
    const identities = new Identities(settings);
    this.#gate = new Gate(identities.areScarce ? 1 : settings.concurrency);
    const app = (of: ConformSettings['client']) =>
      new App(of, () => knowledge.dialect, knowledge.memory);
    this.#around = {
      settings,
      lines: this.#lines,
      spending,
      secrets,
      knowledge,
      identities,
      ledger: new OtpLedger({ spending, secrets, sleep: ports.sleep }),
      app: app(settings.client),
      secondApp: settings.secondClient && app(settings.secondClient),
      now: ports.now,
      isAlive: (operation) => this.#isAlive(operation),
      control: (operation) => this.#control(operation),
    };
  }

  /** Reaches the deployment and discovers its dialect; once, whoever asks. */
  ready(): Promise<Stop | null> {
    this.#ready ??= this.#prepare();
    return this.#ready;
  }

  /** Performs a check; its result is kept. */
  async perform(check: Check): Promise<CheckResult> {
    await this.ready();
    const { reason, ...rest } = await this.#gate.pass(check.alone, () => this.#attempts(check));
    const result = { ...rest, reason: this.#around.secrets.masked(reason) };
    this.#results.push(result);
    const { watch, checks } = this.#ports;
    watch({ kind: 'checked', result, index: this.#results.length - 1, of: checks });
    return result;
  }

  /** What comes after the last check, and the outcome of all. */
  async finish(): Promise<RunOutcome> {
    const stop = await this.ready();
    if (stop === null) await this.#discover('late').catch(this.#unlessInterrupted);
    const { knowledge, spending, secrets } = this.#around;
    this.#lines.transport.close();
    const { signal } = this.#ports;
    const points = stop === null ? openPoints(knowledge, this.#settings) : [];
    const outcome: RunOutcome = {
      startedAt: new Date(this.#began).toISOString(),
      durationMs: this.#ports.now() - this.#began,
      seed: this.#settings.seed,
      stop:
        stop ??
        (signal.aborted ? { kind: 'interrupted', message: 'the run was interrupted' } : null),
      results: inOrder([...this.#results, ...points]),
      budget: spending.spent,
      dialect: knowledge.discovered(),
    };
    // A code becomes known after the send whose answer may hold it.
    return maskedThroughout(outcome, (text) => secrets.masked(text));
  }

  async #prepare(): Promise<Stop | null> {
    try {
      const stop = await reach(this.#around);
      if (stop !== null) return stop;
      await this.#openSource();
      await this.#discover('early');
    } catch (error) {
      this.#unlessInterrupted(error);
    }
    const { dialect } = this.#around.knowledge;
    if (dialect.identity.unknown !== 'signUp' || addsToLastUser(dialect)) this.#gate.narrow(1);
    return null;
  }

  async #openSource(): Promise<void> {
    const { target, timeout, otpSource } = this.#settings;
    const mayBeInbox = otpSource === null || otpSource.kind === 'inbox';
    const inbox = mayBeInbox ? await findInbox(target, timeout, this.#ports.sleep) : null;
    const source = otpSource ?? (inbox === null ? null : { kind: 'inbox' as const });
    if (source === null) return;
    this.#around.ledger.source = codeSource(source, {
      inboxUrl: inbox ?? `${target}/sandbox/inbox`,
      timeout,
      environment: this.#ports.environment,
      ask: (question) => this.#ports.ask(question),
    });
  }

  async #discover(when: 'early' | 'late'): Promise<void> {
    const { granted } = this.#ports;
    if (granted !== undefined) {
      for (const { key } of dialectKeys) {
        this.#around.knowledge.decide(key, dialectValue(granted, key), null);
      }
      return;
    }
    const groups = probeGroups.map(({ name, probes }) => ({
      name,
      probes: probes.filter(({ late }) => late === (when === 'late')),
    }));
    for (const [index, { name, probes }] of groups.entries()) {
      if (probes.length === 0) continue;
      this.#ports.watch({ kind: 'discovering', group: name, index, of: groups.length });
      for (const probe of probes) await runProbe(probe, this.#around);
    }
  }

  readonly #unlessInterrupted = (error: unknown): void => {
    if (!(error instanceof Interrupted)) throw error;
  };

  async #attempts(check: Check): Promise<CheckResult> {
    const listed = listedCheck(check);
    const began = this.#ports.now();
    let last = { attempt: new Attempt(this.#around), error: null as unknown };
    for (let count = 1; count <= MOST_ATTEMPTS; count += 1) {
      const attempt = new Attempt(this.#around, last.attempt.cutShort);
      const error = await errorOf(() => check.run(attempt));
      last = { attempt, error };
      const judgement = judge(attempt, error, listed.level);
      if (judgement !== 'again') {
        return { ...listed, ...judgement, durationMs: this.#ports.now() - began };
      }
    }
    const judgement = undecided(last.attempt, last.error);
    return { ...listed, ...judgement, durationMs: this.#ports.now() - began };
  }

  /** Found out once: negative checks count for nothing while right calls are refused, too. */
  async #control(operation: OperationId): Promise<Reply> {
    let control = this.#controls.get(operation);
    if (control === undefined) {
      control = this.#tryRight(operation);
      this.#controls.set(operation, control);
    }
    const found = await control;
    if (found instanceof NotTested) throw found;
    return found;
  }

  async #tryRight(operation: OperationId): Promise<NotTested | Reply> {
    let why = 'it was not answered';
    let attempt = new Attempt(this.#around);
    for (let count = 1; count <= MOST_ATTEMPTS; count += 1) {
      attempt = new Attempt(this.#around, attempt.cutShort);
      try {
        const reply = await attempt.flows.dispatch(await attempt.flows.right(operation));
        if (reply.turnedAway !== null) throw turnedAwayOf(reply);
        if (reply.accepted && !(isCutShort(reply) && attempt.tainted !== null)) return reply;
        why = `it is answered with ${reply.status}`;
        if (attempt.tainted !== null) continue;
        return new NotTested(`needs a right ${operation} to be accepted; ${why}`, 'contract');
      } catch (error) {
        if (error instanceof NotTested && attempt.tainted === null) return error;
        if (error instanceof Interrupted) throw error;
        why = error instanceof Error ? error.message : String(error);
      }
    }
    return new NotTested(`needs a right ${operation} to be accepted; ${why}`, 'environment');
  }

  async #isAlive(operation: OperationId | null): Promise<boolean> {
    const signs: OperationId[] = ['startWalletAuth', 'authenticateWallet'];
    for (const sign of new Set(operation === null ? signs : [operation, ...signs])) {
      const attempt = new Attempt(this.#around);
      const call = await errorOr(() => attempt.flows.right(sign));
      if (call instanceof Error) continue;
      const reply = await errorOr(() => {
        if (sign === 'sendSmsOtp' || sign === 'sendEmailOtp') this.#around.ledger.aboutToSend();
        return attempt.sendOnce(call);
      });
      if (!(reply instanceof Error) && reply.accepted) return true;
    }
    return false;
  }
}

/** Whether no session can tell whose wallet is added (§4.3), only who signed in last. */
function addsToLastUser({ bearer, identity }: Dialect): boolean {
  return (
    identity.addWalletTarget === 'bearerElseLast' &&
    bearer.requiredOn.includes('addWalletToUser') &&
    !bearer.accepts.includes('session')
  );
}

async function errorOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return null;
  } catch (error) {
    return error;
  }
}

async function errorOr<T>(work: () => Promise<T>): Promise<T | Error> {
  try {
    return await work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
