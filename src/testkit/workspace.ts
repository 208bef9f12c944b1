import { drawSeed } from '../ports/draws.ts';
import type { ClientReport } from '../contract/client-report.gen.ts';
import {
  createControlClient,
  readData,
  type ControlClient,
  type ControlSchemas,
} from './control-client.ts';
import { ControlError } from './control-error.ts';
import { createInboxClient, type Inbox } from './inbox.ts';
import { createServiceClient, type ServiceClient } from './service-client.ts';
import {
  createChaosClient,
  createClockClient,
  createFaultsClient,
  createTransactionsClient,
  createUsersClient,
  type Chaos,
  type Clock,
  type Faults,
  type Transactions,
  type Users,
} from './workspace-parts.ts';
import { createWallets, type Wallets } from './wallets.ts';

/** An isolated sandbox with its own users, inbox, clock, faults and journal. */
export interface Workspace {
  readonly name: string;
  /** The base URL of the service, for the app under test. */
  readonly url: string;
  /** The base URL of the control API (openapi/control.yaml). */
  readonly controlUrl: string;
  /**
   * The base URL of the service with a host name, `http://{name}.localhost:4020`, for a browser app that needs
   * a base URL without a path; undefined if the sandbox is not on this machine. Node.js does not resolve this
   * host name.
   */
  readonly hostUrl: string | undefined;
  /** The seed of all random values. */
  readonly seed: number;
  /** The client applications, with their credentials. */
  readonly clients: readonly ControlSchemas['Client'][];
  /**
   * Returns a typed client of the service for a client application; default: the first one.
   *
   * @throws RangeError for an id that is not in `clients`
   */
  client(id?: string): ServiceClient;
  readonly users: Users;
  readonly transactions: Transactions;
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly wallets: Wallets;
  readonly faults: Faults;
  readonly chaos: Chaos;
  /** A typed client of the control API, for all other parts: journal, snapshots, dialect. */
  readonly control: ControlClient;
  /** Resolves to the client report: mistakes of the client applications, and cases that the tests have not covered. */
  report(): Promise<ClientReport>;
  /**
   * Adds records of a wallet in a browser (`wallet.records()`). The report compares them with later requests. The
   * fixture `wallet` of `flagbearer/playwright` calls this method.
   */
  addWalletRecords(records: ControlSchemas['WalletRecords']['records']): Promise<void>;
  /** Resets the workspace to its scenario, with inbox, sessions, clock, faults, journal and report. */
  reset(): Promise<void>;
  /** Creates a copy of the current state, including keys and sessions. */
  fork(name?: string): Promise<Workspace>;
  /** Deletes the workspace, except after `sandbox.open`. Further calls have no effect. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** How to reach the sandbox of a workspace. */
export interface Context {
  /** The URL that the sandbox listens on. It can differ from the public URL. */
  readonly url: string;
  readonly controlToken: string | undefined;
  /** The control API of the default workspace, which creates and deletes other workspaces. */
  readonly root: ControlClient;
}

/** Creates a workspace. @throws ControlError if the sandbox refuses the request */
export async function createWorkspace(
  ctx: Context,
  body: ControlSchemas['CreateWorkspace'],
): Promise<Workspace> {
  const created = await readData(ctx.root.POST('/workspaces', { body }));
  let closing: Promise<void> | undefined;
  return toWorkspace(ctx, created, () => (closing ??= deleteWorkspace(created.name, ctx.root)));
}

/** Opens an existing workspace, which `close()` does not delete. @throws ControlError for an unknown name */
export async function openWorkspace(ctx: Context, name: string): Promise<Workspace> {
  const params = { path: { name } };
  const found = await readData(ctx.root.GET('/workspaces/{name}', { params }));
  // A random seed: an earlier test may have derived wallets of the users from the seed of the workspace.
  return toWorkspace(ctx, found, () => Promise.resolve(), drawSeed());
}

async function toWorkspace(
  ctx: Context,
  { name, baseUrl, controlUrl, hostUrl, clients, seed }: ControlSchemas['Workspace'],
  close: () => Promise<void>,
  walletSeed = seed,
): Promise<Workspace> {
  const workspaceUrl = `${ctx.url}/w/${name}`;
  const control = createControlClient(`${workspaceUrl}/sandbox`, ctx.controlToken);
  return {
    name,
    url: baseUrl,
    controlUrl,
    hostUrl,
    clients,
    seed,
    control,
    client: (id) => createServiceClient(workspaceUrl, findClient(id, clients)),
    users: createUsersClient(control),
    transactions: createTransactionsClient(control),
    inbox: createInboxClient(control),
    clock: createClockClient(control),
    wallets: await createWallets({ seed: walletSeed, workspace: name }),
    faults: createFaultsClient(control),
    chaos: createChaosClient(control),
    async report() {
      const params = { query: { format: 'json' } } as const;
      // control.yaml declares only an object; the report has its own schema.
      return (await readData(control.GET('/client-report', { params }))) as unknown as ClientReport;
    },
    async addWalletRecords(records) {
      await readData(control.POST('/wallet-records', { body: { records } }));
    },
    async reset() {
      await readData(control.POST('/reset'));
    },
    fork: (copy) => createWorkspace(ctx, { from: name, ...(copy !== undefined && { name: copy }) }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function deleteWorkspace(name: string, root: ControlClient): Promise<void> {
  try {
    await readData(root.DELETE('/workspaces/{name}', { params: { path: { name } } }));
  } catch (error) {
    // An unknown workspace was already deleted, or has expired.
    if (!(error instanceof ControlError) || error.code !== 'workspaceUnknown') throw error;
  }
}

function findClient(id: string | undefined, clients: Workspace['clients']) {
  const client = id === undefined ? clients[0] : clients.find((candidate) => candidate.id === id);
  if (client !== undefined) return client;
  const known = clients.map((candidate) => candidate.id).join(', ');
  throw new RangeError(`client: unknown client "${id}". Known clients: ${known}.`);
}
