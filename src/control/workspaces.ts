import type { Dialect } from '../dialect/dialect.ts';
import { timestampOf } from '../domain/clock.ts';
import type { ScenarioSource } from '../scenarios/load.ts';
import type { Base } from '../store/base.ts';
import { UnknownWorkspace, WorkspaceExists } from '../store/store.ts';
import type { ControlContext, ControlServices } from './request/context.ts';
import { ControlRefusal, refusalAt } from './request/control-refusal.ts';
import { dialectFrom } from './dialect-from.ts';
import type { ControlHandler, ControlSchemas } from './request/handler.ts';
import { nextCursor, pageOf } from './request/page.ts';
import { dialectWrittenIn } from '../scenarios/load.ts';
import { baseFrom } from './scenario-base.ts';
import { baseUrlOf, controlUrlOf, DEFAULT_WORKSPACE, hostUrlOf } from './request/workspace-urls.ts';

type Workspace = ControlSchemas['Workspace'];
type NewWorkspace = Omit<ControlSchemas['CreateWorkspace'], 'name' | 'from'>;

/** GET /workspaces */
export const listWorkspaces: ControlHandler<'listWorkspaces'> = async ({ query }, context) => {
  const page = pageOf(query);
  const names = await context.services.store.names();
  const items: Workspace[] = [];
  for (const name of names.slice(page.from, page.from + page.limit)) {
    const workspace = await described(name, context).catch(ignoreEnded);
    if (workspace !== undefined) items.push(workspace);
  }
  return { status: 200, body: { items, nextCursor: nextCursor(page, names.length) } };
};

/** POST /workspaces: a fork, or a new one. */
export const createWorkspace: ControlHandler<'createWorkspace'> = async ({ body }, context) => {
  if (context.workspace !== DEFAULT_WORKSPACE) {
    throw new ControlRefusal(
      'notFound',
      'Create workspaces at the root: POST /sandbox/workspaces.',
    );
  }
  const { services } = context;
  const { name, from, ...own } = body ?? {};
  const make = from === undefined ? await creatorOf(own, services) : forkerOf(from, services);
  if (name !== undefined) await make(name);
  return {
    status: 201,
    body: await described(name ?? (await createUnderNewName(make, services)), context),
  };
};

/** GET /workspaces/{name} */
export const readWorkspace: ControlHandler<'readWorkspace'> = async ({ path }, context) => ({
  status: 200,
  body: await knowing('/path/name', described(path.name, context)),
});

/** DELETE /workspaces/{name} */
export const deleteWorkspace: ControlHandler<'deleteWorkspace'> = async (
  { path },
  { services },
) => {
  if (path.name === DEFAULT_WORKSPACE) {
    const message =
      'The default workspace cannot be deleted. POST /sandbox/reset restores its scenario.';
    throw refusalAt('/path/name', 'illegalState', message, 'must be another workspace');
  }
  await knowing('/path/name', services.store.delete(path.name));
  return { status: 204 };
};

/** Creates a workspace under an unused name. */
type Creator = (name: string) => Promise<void>;

async function creatorOf(own: NewWorkspace, { store, start }: ControlServices): Promise<Creator> {
  const { base, dialect } = await contentOf(own, start);
  const made = {
    seed: own.seed ?? start.seed,
    dialect,
    base,
    // The clock of the start is not for the scenario of another.
    clockStart: own.scenario === undefined ? start.clockStart : undefined,
    chaos: start.chaos,
  };
  return (name) => store.create({ name, ...made });
}

/** A fork is what its origin is. */
function forkerOf(from: string, { store }: ControlServices): Creator {
  return (name) => knowing('/body/from', store.fork(from, name));
}

/** Another replica with the same seed creates the same names, so a name may be in use. */
async function createUnderNewName(make: Creator, services: ControlServices): Promise<string> {
  for (;;) {
    const name = services.makeName();
    try {
      await make(name);
      return name;
    } catch (error) {
      if (!(error instanceof WorkspaceExists)) throw error;
    }
  }
}

/** A base knows which wallets are the same and which flags there are, so a dialect has its own. */
async function contentOf(
  { scenario, dialect: document }: NewWorkspace,
  start: ControlServices['start'],
): Promise<{ readonly base: Base; readonly dialect: Dialect }> {
  const given = document === undefined ? undefined : await dialectFrom(document);
  if (scenario === undefined) {
    const { dialect, base } = start;
    if (given === undefined) return { dialect, base };
    return { dialect: given, base: (await baseFrom(start.sources, given, '/body/dialect')).base };
  }
  const source: ScenarioSource =
    typeof scenario === 'string' ? { name: scenario } : { document: scenario };
  const dialect = given ?? (await dialectOfSnapshot(scenario)) ?? start.dialect;
  return { dialect, base: (await baseFrom([source], dialect, '/body/scenario')).base };
}

/** A snapshot contains its dialect; an invalid one is a finding of the scenario. */
async function dialectOfSnapshot(scenario: string | object): Promise<Dialect | undefined> {
  const document = dialectWrittenIn(scenario);
  if (document === undefined) return undefined;
  const { loadDialect } = await import('../dialect/load.ts');
  const loaded = await loadDialect(document);
  return 'dialect' in loaded ? loaded.dialect : undefined;
}

/** Adds the part of the request that named an unknown workspace. */
async function knowing<Result>(pointer: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UnknownWorkspace)) throw error;
    throw refusalAt(pointer, 'workspaceUnknown', error.message, 'must be an existing workspace');
  }
}

async function described(
  name: string,
  { services, publicUrl }: ControlContext,
): Promise<Workspace> {
  const hostUrl = hostUrlOf(name, publicUrl);
  return services.store.read(name, async ({ base, scope, expiresAt }) => ({
    name,
    baseUrl: baseUrlOf(name, publicUrl),
    controlUrl: controlUrlOf(name, publicUrl),
    ...(hostUrl !== undefined && { hostUrl }),
    clients: [...base.clients.values()],
    seed: scope.seed,
    ...(expiresAt === null ? {} : { expiresAt: timestampOf(expiresAt) }),
  }));
}

function ignoreEnded(error: unknown): undefined {
  if (!(error instanceof UnknownWorkspace)) throw error;
}
