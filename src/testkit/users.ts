import { readData, type ControlClient, type ControlSchemas } from './control-client.ts';

type User = ControlSchemas['SandboxUser'];

/**
 * The users of a workspace. `ref` is an id, a key of the scenario, a phone number, an email address or a
 * wallet address. A change that the interface does not allow is refused with a ControlError that names the
 * clause.
 */
export type Users = ReturnType<typeof createUsersClient>;

/** The maximum page size of the control API. */
const PAGE = 1000;

export function createUsersClient(control: ControlClient) {
  const toParams = (ref: string) => ({ path: { ref } });
  return {
    /** Returns all users. */
    async list(): Promise<User[]> {
      const users: User[] = [];
      let cursor: string | null = null;
      do {
        const query = { limit: PAGE, ...(cursor !== null && { cursor }) };
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
    /** Changes KYC status and flags: all of the change, or nothing. */
    patch: (ref: string, change: ControlSchemas['UpdateUser']): Promise<User> =>
      readData(control.PATCH('/users/{ref}', { params: toParams(ref), body: change })),
    /** Returns the expected UI for the user. Default: for any client application. */
    expectations(ref: string, clientId?: string): Promise<ControlSchemas['Expectations']> {
      const query = clientId === undefined ? {} : { clientId };
      return readData(
        control.GET('/users/{ref}/expectations', { params: { ...toParams(ref), query } }),
      );
    },
    /** Submits KYC on behalf of the user. Default: it is approved. */
    submitKyc: (ref: string, submission: ControlSchemas['SubmitKyc'] = {}): Promise<User> =>
      readData(control.POST('/users/{ref}:submitKyc', { params: toParams(ref), body: submission })),
    /** Submits an ACH transaction on behalf of the user; it starts as PENDING (§3). */
    addTransaction: (
      ref: string,
      transaction: ControlSchemas['SubmitTransaction'] = {},
    ): Promise<ControlSchemas['Transaction']> =>
      readData(
        control.POST('/users/{ref}/transactions', { params: toParams(ref), body: transaction }),
      ),
  };
}
