import type { Dialect } from '../dialect/dialect.ts';
import type { ScenarioSource } from '../scenarios/load.ts';
import type { Base } from '../store/state.ts';
import { UnknownWorkspace } from '../store/store.ts';
import type { ControlContext, ControlServices } from './context.ts';
import { ControlRefusal, refusalAt } from './control-refusal.ts';
import { dialectFrom } from './dialect-from.ts';
import type { ControlHandler, ControlSchemas } from './handler.ts';
import { nextCursor, pageOf } from './page.ts';
import { baseFrom } from './scenario-base.ts';
import { baseUrlOf, controlUrlOf, DEFAULT_WORKSPACE } from './workspace-urls.ts';

type Workspace = ControlSchemas['Workspace'];
type NewWorkspace = Omit<ControlSchemas['CreateWorkspace'], 'name' | 'from'>;

/** GET /workspaces */
export const listWorkspaces: ControlHandler<'listWorkspaces'> = async ({ query }, context) => {
  const page = pageOf(query);
  const names = await context.services.store.names();
  const items: Workspace[] = [];
  for (const name of names.slice(page.from, page.from + page.limit)) {
    const workspace = await described(name, context).catch(goneMeanwhile);
    if (workspace !== undefined) items.push(workspace);
  }
  return { status: 200, body: { items, nextCursor: nextCursor(page, names.length) } };
};

/** POST /workspaces: a fork, or a new one. */
export const createWorkspace: ControlHandler<'createWorkspace'> = async ({ body }, context) => {
  if (context.workspace !== DEFAULT_WORKSPACE) {
    throw new ControlRefusal(
      'notFound',
      'Workspaces are made at the root: POST /sandbox/workspaces.',
    );
  }
  const { services } = context;
  const { name = services.makeName(), from, ...own } = body ?? {};
  if (from === undefined) {
    await makeNew(name, own, services);
  } else {
    refuseBesideFrom(own);
    await knowing('/body/from', services.store.fork(from, name));
  }
  return { status: 201, body: await described(name, context) };
};

/** DELETE /workspaces/{name} */
export const deleteWorkspace: ControlHandler<'deleteWorkspace'> = async (
  { path },
  { services },
) => {
  if (path.name === DEFAULT_WORKSPACE) {
    const message =
      'The default workspace stays; POST /sandbox/reset takes it back to its scenario.';
    throw refusalAt('/path/name', 'illegalState', message, 'must be another workspace');
  }
  await knowing('/path/name', services.store.delete(path.name));
  services.journal.close(path.name);
  return { status: 204 };
};

async function makeNew(
  name: string,
  own: NewWorkspace,
  { store, start }: ControlServices,
): Promise<void> {
  const dialect = own.dialect === undefined ? start.dialect : await dialectFrom(own.dialect);
  await store.create({
    name,
    seed: own.seed ?? start.seed,
    dialect,
    base: await baseOf(own, dialect, start),
    // The clock of the start is not for the scenario of another.
    clockStart: own.scenario === undefined ? start.clockStart : undefined,
  });
}

/** A base knows which wallets are the same and which flags there are, so a dialect has its own. */
async function baseOf(
  { scenario }: NewWorkspace,
  dialect: Dialect,
  start: ControlServices['start'],
): Promise<Base> {
  if (scenario !== undefined) {
    const source: ScenarioSource =
      typeof scenario === 'string' ? { name: scenario } : { document: scenario };
    return (await baseFrom([source], dialect, '/body/scenario')).base;
  }
  if (dialect === start.dialect) return start.base;
  return (await baseFrom(start.sources, dialect, '/body/dialect')).base;
}

/** Says which part of the request named a workspace that there is not. */
async function knowing(pointer: string, change: Promise<void>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!(error instanceof UnknownWorkspace)) throw error;
    throw refusalAt(pointer, 'workspaceUnknown', error.message, 'must be a workspace');
  }
}

/** A fork is what its origin is. */
function refuseBesideFrom(own: NewWorkspace): void {
  const details = Object.keys(own).map((key) => ({
    pointer: `/body/${key}`,
    message: 'must be left out beside from',
  }));
  if (details.length === 0) return;
  throw new ControlRefusal('schema', 'A fork has what its origin has.', { details });
}

async function described(
  name: string,
  { services, publicUrl }: ControlContext,
): Promise<Workspace> {
  return services.store.read(name, async ({ base, settings }) => ({
    name,
    baseUrl: baseUrlOf(name, publicUrl),
    controlUrl: controlUrlOf(name, publicUrl),
    clients: [...base.clients.values()],
    seed: settings.seed,
  }));
}

function goneMeanwhile(error: unknown): undefined {
  if (!(error instanceof UnknownWorkspace)) throw error;
}
