/** Controls the parts of a workspace: users, transactions, clock, faults and chaos. */
import { readData, type ControlClient, type ControlSchemas } from './control-client.ts';
import { formatTime } from './options.ts';

type User = ControlSchemas['SandboxUser'];
type Transaction = ControlSchemas['Transaction'];
type ClockState = ControlSchemas['Clock'];
type Fault = ControlSchemas['Fault'];
type FaultRule = ControlSchemas['FaultRule'];
type ChaosState = ControlSchemas['Chaos'];

/**
 * The users of a workspace. `ref` is an id, a scenario key, a phone number, an email address or a wallet
 * address. A change that the interface does not allow is rejected with a ControlError that names the clause.
 */
export type Users = ReturnType<typeof createUsersClient>;

/** The maximum page size of the control API. */
const PAGE_SIZE = 1000;

export function createUsersClient(control: ControlClient) {
  const toParams = (ref: string) => ({ path: { ref } });
  return {
    /** Returns all users. */
    async list(): Promise<User[]> {
      const users: User[] = [];
      let cursor: string | null = null;
      do {
        const query = { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) };
        const page: ControlSchemas['UserList'] = await readData(
          control.GET('/users', { params: { query } }),
        );
        users.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return users;
    },
    get: (ref: string): Promise<User> =>
      readData(control.GET('/users/{ref}', { params: toParams(ref) })),
    /** Changes KYC status and flags. If one part of the change is rejected, nothing is changed. */
    patch: (ref: string, change: ControlSchemas['UpdateUser']): Promise<User> =>
      readData(control.PATCH('/users/{ref}', { params: toParams(ref), body: change })),
    /** Returns the expected UI for the user. @param clientId default: any client application */
    expectations(ref: string, clientId?: string): Promise<ControlSchemas['Expectations']> {
      const query = clientId === undefined ? {} : { clientId };
      return readData(
        control.GET('/users/{ref}/expectations', { params: { ...toParams(ref), query } }),
      );
    },
    /** Submits KYC on behalf of the user. Default: the submission is approved. */
    submitKyc: (ref: string, submission: ControlSchemas['SubmitKyc'] = {}): Promise<User> =>
      readData(control.POST('/users/{ref}:submitKyc', { params: toParams(ref), body: submission })),
    /** Submits an ACH transaction on behalf of the user. Its first status is PENDING (§3). */
    addTransaction: (
      ref: string,
      transaction: ControlSchemas['SubmitTransaction'] = {},
    ): Promise<ControlSchemas['Transaction']> =>
      readData(
        control.POST('/users/{ref}/transactions', { params: toParams(ref), body: transaction }),
      ),
  };
}

export type TransactionRef = string | Pick<Transaction, 'id'>;

/** Settles ACH transactions (§3). */
export type Transactions = ReturnType<typeof createTransactionsClient>;

export function createTransactionsClient(control: ControlClient) {
  // A test in JavaScript can pass undefined; then the error of the control client names the missing id.
  const toParams = (transaction: TransactionRef | undefined) => ({
    path: { id: typeof transaction === 'string' ? transaction : (transaction?.id ?? '') },
  });
  const settle = (
    transaction: TransactionRef,
    body: ControlSchemas['SettleTransaction'],
  ): Promise<Transaction> =>
    readData(control.POST('/transactions/{id}:settle', { params: toParams(transaction), body }));
  return {
    /** Changes PENDING to COMPLETE and adds the transactionHash. */
    settle: (transaction: TransactionRef): Promise<Transaction> =>
      settle(transaction, { outcome: 'success' }),
    /** Changes PENDING to FAILED; the account gets a Transaction Processing flag. */
    fail: (transaction: TransactionRef, flag?: string): Promise<Transaction> =>
      settle(transaction, { outcome: 'failure', ...(flag !== undefined && { flag }) }),
    /** Returns a payment, as a bank does. The transaction stays COMPLETE, and the account gets a flag. */
    return(transaction: TransactionRef, flag?: string): Promise<Transaction> {
      const body = flag === undefined ? {} : { flag };
      const params = toParams(transaction);
      return readData(control.POST('/transactions/{id}:return', { params, body }));
    },
  };
}

/** The clock of a workspace, which determines expiry and settlement. Its time never decreases. */
export type Clock = ReturnType<typeof createClockClient>;

export function createClockClient(control: ControlClient) {
  const update = (body: ControlSchemas['UpdateClock']): Promise<ClockState> =>
    readData(control.PATCH('/clock', { body }));
  return {
    /** Returns the time: ISO 8601, UTC, with milliseconds. */
    now: async (): Promise<string> => (await readData(control.GET('/clock'))).now,
    /** Sets the clock to an instant: ISO 8601 with an offset, or a Date. */
    set: (instant: string | Date): Promise<ClockState> => update({ now: formatInstant(instant) }),
    /** Advances the clock by an ISO 8601 duration such as `PT5M`. */
    advance: (duration: string): Promise<ClockState> => update({ advance: duration }),
    /** Freezes the clock, optionally at an instant. `set` and `advance` still change the time. */
    freeze: (instant?: string | Date): Promise<ClockState> =>
      update({ ...(instant !== undefined && { now: formatInstant(instant) }), frozen: true }),
    /** Lets the clock run again from its current time. */
    unfreeze: (): Promise<ClockState> => update({ frozen: false }),
  };
}

/** Returns the instant as text. The text of an invalid Date is refused by the control API. */
function formatInstant(instant: string | Date): string {
  return instant instanceof Date ? formatTime(instant) : instant;
}

/** Fault rules of the workspace. The first rule that matches a request applies. */
export type Faults = ReturnType<typeof createFaultsClient>;

export function createFaultsClient(control: ControlClient) {
  return {
    /** Returns the rules in order, each with its number of hits. */
    list: async (): Promise<Fault[]> => (await readData(control.GET('/faults'))).rules,
    /** Replaces all rules. */
    set: async (rules: readonly FaultRule[]): Promise<Fault[]> =>
      (await readData(control.PUT('/faults', { body: { rules: [...rules] } }))).rules,
    /** Appends a rule. */
    add: (rule: FaultRule): Promise<Fault> => readData(control.POST('/faults', { body: rule })),
    async clear(): Promise<void> {
      await readData(control.DELETE('/faults'));
    },
  };
}

/** Legal but unusual behaviour that breaks careless clients (docs/chaos.md). */
export type Chaos = ReturnType<typeof createChaosClient>;

export function createChaosClient(control: ControlClient) {
  return {
    /** Returns the level, the kinds, and the values drawn for the workspace. */
    get: (): Promise<ChaosState> => readData(control.GET('/chaos')),
    /** Sets the level, or level and kinds, and restarts the counters. */
    set(chaos: ControlSchemas['ChaosLevel'] | ControlSchemas['SetChaos']): Promise<ChaosState> {
      const body = typeof chaos === 'string' ? { level: chaos } : chaos;
      return readData(control.PUT('/chaos', { body }));
    },
  };
}
