/** The port to whatever holds workspaces. No engine type leaves this folder. */
import type { Dialect, OtpChannel } from '../dialect/dialect.ts';
import type { DrawScope } from '../ports/draws.ts';
import type { SigningKey } from '../ports/tokens.ts';
import type {
  Base,
  Challenge,
  Client,
  ClockSetting,
  Fault,
  OneTimePassword,
  Session,
  User,
} from './state.ts';

/** What is fixed when a workspace is made. */
export interface WorkspaceSettings {
  readonly name: string;
  readonly seed: number;
  readonly dialect: Dialect;
}

export interface NewWorkspace extends WorkspaceSettings {
  readonly base: Base;
  /** Where its clock starts, in milliseconds; without it, where the base says, else now. */
  readonly clockStart?: number | undefined;
}

/** What changed, for those who wait on it. */
export type Topic = 'inbox' | 'users';

/**
 * Workspaces, and atomic units of work on one of them. Each method rejects with
 * `UnknownWorkspace` where the workspace it names does not exist.
 */
export interface Store {
  /** Makes a workspace. Rejects with `WorkspaceExists` where the name is taken. */
  create(workspace: NewWorkspace): Promise<void>;
  /** Makes a workspace that starts as `from` is now, keys and sessions included. */
  fork(from: string, name: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Names, in the order in which they were made. */
  names(): Promise<readonly string[]>;
  has(name: string): Promise<boolean>;
  /** Puts another base under a workspace and drops all that changed. */
  load(name: string, base: Base): Promise<void>;
  /** Drops all that changed since the base was loaded, keys, sessions and clock included. */
  reset(name: string): Promise<void>;
  /** Reads from one consistent state. */
  read<Result>(name: string, read: (view: View) => Promise<Result>): Promise<Result>;
  /**
   * One atomic unit of work. When `work` rejects, nothing of it stays; when it resolves, all of it
   * does before this promise resolves. An engine may run `work` more than once, so it awaits
   * nothing but the unit.
   */
  write<Result>(name: string, work: (unit: UnitOfWork) => Promise<Result>): Promise<Result>;
  /** Resolves at the next change of the topic, or when the signal aborts. */
  watch(name: string, topic: Topic, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A workspace as one reader sees it. `undefined` stands for "there is none". */
export interface View {
  readonly settings: WorkspaceSettings;
  /** Seed and name that everything random is drawn from. */
  readonly scope: DrawScope;
  readonly base: Base;
  /** The instant of the workspace clock at which this view was opened, in milliseconds. */
  readonly now: number;
  readonly clock: ClockSetting;
  /** The faults that are set, in the order in which they are tried. */
  readonly faults: readonly Fault[];
  client(id: string): Promise<Client | undefined>;
  user(id: string): Promise<User | undefined>;
  userIdByKey(key: string): Promise<string | undefined>;
  userIdByIdentity(identity: string): Promise<string | undefined>;
  userIdByTransaction(transactionId: string): Promise<string | undefined>;
  /** Users in the order in which they were made, from the position `from`, at most `limit`. */
  users(from: number, limit: number): Promise<readonly User[]>;
  userCount(): Promise<number>;
  lastUserOf(clientId: string): Promise<string | undefined>;
  /** Challenges outstanding between a client and a wallet, oldest first, expired ones included. */
  challenges(clientId: string, wallet: string): Promise<readonly Challenge[]>;
  /** One-time passwords of a client for the identity of a destination, oldest first. */
  oneTimePasswords(
    clientId: string,
    channel: OtpChannel,
    identity: string,
  ): Promise<readonly OneTimePassword[]>;
  /** One-time passwords of a client with a record id, oldest first. */
  oneTimePasswordsByRecord(
    clientId: string,
    channel: OtpChannel,
    recordId: string,
  ): Promise<readonly OneTimePassword[]>;
  /** Instants of the sends counted under a name, oldest first. */
  sends(countedFor: string): Promise<readonly number[]>;
  /** What was sent since the inbox was last emptied, oldest first; after the message `after`. */
  inbox(after: string | undefined): Promise<readonly OneTimePassword[]>;
  session(id: string): Promise<Session | undefined>;
  signingKeys(): Promise<readonly SigningKey[]>;
}

export interface UnitOfWork extends View {
  /** Adds a user, or replaces the one with that id. */
  putUser(user: User): Promise<void>;
  /** Gives an identity to a user, or takes it from its user (null). */
  putIdentity(identity: string, userId: string | null): Promise<void>;
  putLastUserOf(clientId: string, userId: string): Promise<void>;
  /** Replaces the challenges outstanding between a client and a wallet. */
  putChallenges(clientId: string, wallet: string, challenges: readonly Challenge[]): Promise<void>;
  putOneTimePassword(otp: OneTimePassword): Promise<void>;
  putSends(countedFor: string, instants: readonly number[]): Promise<void>;
  emptyInbox(): Promise<void>;
  putSession(session: Session): Promise<void>;
  /** Keeps a signing key unless one of its algorithm is there; returns the one that is kept. */
  keepSigningKey(key: SigningKey): Promise<SigningKey>;
  putClock(clock: ClockSetting): Promise<void>;
  /** Replaces the faults. */
  putFaults(faults: readonly Fault[]): Promise<void>;
  /** Counts a draw; the count never repeats for one purpose and subject (see ports/draws.ts). */
  countDraw(purpose: string, subject: string): Promise<number>;
}

export class UnknownWorkspace extends Error {
  override readonly name = 'UnknownWorkspace';
  readonly workspace: string;
  constructor(workspace: string) {
    super(`There is no workspace "${workspace}".`);
    this.workspace = workspace;
  }
}

export class WorkspaceExists extends Error {
  override readonly name = 'WorkspaceExists';
  readonly workspace: string;
  constructor(workspace: string) {
    super(`A workspace "${workspace}" exists already.`);
    this.workspace = workspace;
  }
}
