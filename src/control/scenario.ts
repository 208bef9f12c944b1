import { listFixedCodes } from '../accounts/fixed-code.ts';
import { readCurrentUsers } from '../accounts/current-user.ts';
import { getExportedClock, exportScenario, formatScenarioYaml } from '../scenarios/export.ts';
import { readLibraryText, listScenarios } from '../scenarios/library.ts';
import { loadScenario, type ScenarioSource } from '../scenarios/load.ts';
import { decodeReference, findUser } from './accounts/user-reference.ts';
import { createRefusalAt } from './request/control-refusal.ts';
import type { ControlRequest, ControlHandlers } from './request/handler.ts';
import { slicePage, parsePage } from './request/page.ts';
import { writeRuntime } from '../scenarios/snapshot/runtime-document.ts';
import { getCurrentSigningKey } from '../sessions/signing-key.ts';
import { addEarlierReport } from './client-report.ts';
import { loadBase } from './scenario-base.ts';

export const scenarioHandlers = {
  async listScenarios({ query }) {
    const scenarios = (await listScenarios()).map(({ name, description }) => ({
      name,
      description,
    }));
    return { status: 200, body: slicePage(scenarios, parsePage(query)) };
  },

  async readScenario({ path: { name } }) {
    const body = await readLibraryText(name);
    if (body !== undefined) return { status: 200, mediaType: 'application/yaml', body };
    const message = `Unknown scenario "${name}".`;
    const expected = 'must be listed by GET /sandbox/scenarios';
    throw createRefusalAt('/path/name', 'notFound', message, expected);
  },

  /** POST /scenario:check: returns the findings of a scenario, and changes nothing. */
  async checkScenario({ body }, { services, workspaceName }) {
    const { dialect } = await services.store.read(workspaceName, async (view) => view.settings);
    const loaded = await loadScenario([toSource(body).source], dialect);
    const findings = 'findings' in loaded ? loaded.findings : loaded.warnings;
    return { status: 200, body: { findings: [...findings] } };
  },

  /** GET /scenario: exports all current users, or one user, as JSON or YAML. */
  async exportScenario({ query, mediaType }, { services, workspaceId }) {
    const { store, tokens } = services;
    const isSnapshot = query.runtime ?? false;
    if (isSnapshot && query.user !== undefined) {
      const message =
        'user cannot be combined with runtime: a snapshot contains all users. Remove one of them.';
      const expected = 'cannot be combined with runtime';
      throw createRefusalAt('/query/user', 'invalidRequest', message, expected);
    }
    // Creates the key if there is none, so that all workspaces with this snapshot have the same key.
    if (isSnapshot) await getCurrentSigningKey(store, workspaceId, tokens);
    const scenario = await store.read(workspaceId, async (view) => {
      const users =
        query.user === undefined
          ? await readCurrentUsers(view, 0, await view.countUsers())
          : [await findUser(view, decodeReference(query.user), '/query/user')];
      const fixedCodes = await listFixedCodes(view, query.user === undefined ? undefined : users);
      if (!isSnapshot) {
        const clock = getExportedClock(view.base.clock, view.clock, users);
        return exportScenario({ ...view.base, clock }, users, fixedCodes);
      }
      const runtime = writeRuntime(await view.getRuntime(), view.settings.dialect, users);
      return { ...exportScenario(view.base, users, fixedCodes), runtime };
    });
    if (mediaType !== 'application/yaml') return { status: 200, body: { ...scenario } };
    const body = await formatScenarioYaml(scenario);
    if (body !== null) return { status: 200, mediaType, body };
    const message = 'The scenario is too large for YAML. Request it as application/json.';
    throw createRefusalAt(
      '/headers/accept',
      'notAcceptable',
      message,
      'must allow application/json',
    );
  },

  async loadScenario({ body }, { services, workspaceName }) {
    const { store } = services;
    const { dialect } = await store.read(workspaceName, async (view) => view.settings);
    const { source, pointer } = toSource(body);
    const { base, warnings } = await loadBase([source], dialect, (inner) => pointer + inner);
    await addEarlierReport(services, workspaceName);
    await store.load(workspaceName, base, dialect);
    return {
      status: 200,
      body: { name: base.name, users: base.userIds.length, warnings: [...warnings] },
    };
  },

  async reset(_request, { services, workspaceName }) {
    await addEarlierReport(services, workspaceName);
    await services.store.reset(workspaceName);
    return { status: 204 };
  },
} satisfies ControlHandlers;

function toSource(body: ControlRequest<'loadScenario' | 'checkScenario'>['body']): {
  readonly source: ScenarioSource;
  readonly pointer: string;
} {
  if (typeof body === 'string') return { source: { text: body }, pointer: '/body' };
  if (body.users !== undefined) return { source: { document: body }, pointer: '/body' };
  return body.name === undefined
    ? { source: { document: body.document }, pointer: '/body/document' }
    : { source: { name: body.name }, pointer: '/body/name' };
}
