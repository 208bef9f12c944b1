import type { Dialect } from '../dialect/dialect.ts';
import { formatTimestamp } from '../domain/clock.ts';
import type { Base } from '../store/base.ts';
import { DEFAULT_WORKSPACE, UnknownWorkspace, WorkspaceExists } from '../store/store.ts';
import { addEarlierReport } from './client-report.ts';
import type { ControlContext, ControlServices } from './request/context.ts';
import { ControlRefusal, createRefusalAt } from './request/control-refusal.ts';
import type { ControlHandlers, ControlSchemas } from './request/handler.ts';
import { createNextCursor, parsePage } from './request/page.ts';
import { readSnapshotDialect, type ScenarioSource } from '../scenarios/load.ts';
import { loadBase, parseDialect } from './scenario-base.ts';
import { getBaseUrl, getControlUrl, getHostUrl } from './request/workspace-urls.ts';

type Workspace = ControlSchemas['Workspace'];
type NewWorkspace = Omit<ControlSchemas['CreateWorkspace'], 'name' | 'from'>;

export const workspaceHandlers = {
  async listWorkspaces({ query }, context) {
    const page = parsePage(query);
    const names = await context.services.store.listNames();
    const items: Workspace[] = [];
    for (const name of names.slice(page.from, page.from + page.limit)) {
      const workspace = await describeWorkspace(name, context).catch(ignoreUnknown);
      if (workspace !== undefined) items.push(workspace);
    }
    return { status: 200, body: { items, nextCursor: createNextCursor(page, names.length) } };
  },

  /** POST /workspaces: creates a workspace or a fork. */
  async createWorkspace({ body }, context) {
    if (context.workspaceName !== DEFAULT_WORKSPACE) {
      throw new ControlRefusal(
        'notFound',
        'Create workspaces at the root: POST /sandbox/workspaces.',
      );
    }
    const { services } = context;
    const { name, from, ...content } = body ?? {};
    const create =
      from === undefined
        ? await prepareCreation(content, services)
        : (newName: string) => requireExisting('/body/from', services.store.fork(from, newName));
    if (name !== undefined) await create(name);
    const createdName = name ?? (await createUnderNewName(create, services));
    return { status: 201, body: await describeWorkspace(createdName, context) };
  },

  readWorkspace: async ({ path }, context) => ({
    status: 200,
    body: await requireExisting('/path/name', describeWorkspace(path.name, context)),
  }),

  async deleteWorkspace({ path }, { services }) {
    if (path.name === DEFAULT_WORKSPACE) {
      const message =
        'The default workspace cannot be deleted. POST /sandbox/reset restores its scenario.';
      throw createRefusalAt('/path/name', 'illegalState', message, 'must not be default');
    }
    await requireExisting('/path/name', addEarlierReport(services, path.name));
    await requireExisting('/path/name', services.store.delete(path.name));
    return { status: 204 };
  },
} satisfies ControlHandlers;

/** Creates a workspace. @throws WorkspaceExists */
type Creator = (name: string) => Promise<void>;

async function prepareCreation(
  content: NewWorkspace,
  { store, workspaceDefaults }: ControlServices,
): Promise<Creator> {
  const { base, dialect } = await readContent(content, workspaceDefaults);
  const settings = {
    seed: content.seed ?? workspaceDefaults.seed,
    dialect,
    base,
    // The default start of the clock belongs to the default scenario.
    clockStart: content.scenario === undefined ? workspaceDefaults.clockStart : undefined,
    chaos: workspaceDefaults.chaos,
  };
  return (name) => store.create({ name, ...settings });
}

/** Tries generated names until one is unused: other replicas with the same seed generate the same names. */
async function createUnderNewName(create: Creator, services: ControlServices): Promise<string> {
  for (;;) {
    const name = services.createName();
    try {
      await create(name);
      return name;
    } catch (error) {
      if (!(error instanceof WorkspaceExists)) throw error;
    }
  }
}

/** Returns the base and dialect that a request selects, else the defaults. */
async function readContent(
  { scenario, dialect: document }: NewWorkspace,
  defaults: ControlServices['workspaceDefaults'],
): Promise<{ readonly base: Base; readonly dialect: Dialect }> {
  const requestedDialect = document === undefined ? undefined : await parseDialect(document);
  if (scenario === undefined) {
    if (requestedDialect === undefined) return defaults;
    // A base depends on its dialect. A problem points to the dialect, because the request has no scenario.
    const { base } = await loadBase(defaults.sources, requestedDialect, () => '/body/dialect');
    return { dialect: requestedDialect, base };
  }
  const source: ScenarioSource =
    typeof scenario === 'string' ? { name: scenario } : { document: scenario };
  const dialect = requestedDialect ?? (await readSnapshotDialect(scenario)) ?? defaults.dialect;
  const { base } = await loadBase([source], dialect, (pointer) => `/body/scenario${pointer}`);
  return { dialect, base };
}

/** Refuses the workspace name at `pointer` in the request if `work` finds no such workspace. */
async function requireExisting<Result>(pointer: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UnknownWorkspace)) throw error;
    const expected = 'must be an existing workspace';
    throw createRefusalAt(pointer, 'workspaceUnknown', error.message, expected);
  }
}

async function describeWorkspace(
  name: string,
  { services, publicUrl }: ControlContext,
): Promise<Workspace> {
  const hostUrl = getHostUrl(name, publicUrl);
  return services.store.read(name, async ({ base, scope, expiresAt }) => ({
    name,
    baseUrl: getBaseUrl(name, publicUrl),
    controlUrl: getControlUrl(name, publicUrl),
    ...(hostUrl !== undefined && { hostUrl }),
    clients: [...base.clients.values()],
    seed: scope.seed,
    ...(expiresAt === null ? {} : { expiresAt: formatTimestamp(expiresAt) }),
  }));
}

function ignoreUnknown(error: unknown): undefined {
  if (!(error instanceof UnknownWorkspace)) throw error;
}
