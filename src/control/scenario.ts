import { presentUsers } from '../accounts/present-user.ts';
import { exportedClock } from '../scenarios/export-clock.ts';
import { exportScenario as exported, scenarioYaml } from '../scenarios/export.ts';
import { listScenarios as library } from '../scenarios/library.ts';
import type { ScenarioSource } from '../scenarios/load.ts';
import type { ControlCall, ControlHandler } from './handler.ts';
import { baseFrom } from './scenario-base.ts';

/** GET /scenarios */
export const listScenarios: ControlHandler<'listScenarios'> = async () => ({
  status: 200,
  body: { items: (await library()).map(({ name, description }) => ({ name, description })) },
});

/** GET /scenario: the users as they are now, in YAML for people or JSON for programs. */
export const exportScenario: ControlHandler<'exportScenario'> = async (
  { mediaType },
  { services, workspace },
) => {
  const scenario = await services.store.read(workspace, async (view) => {
    const users = await presentUsers(view, 0, await view.userCount());
    const clock = exportedClock(view.base.clock, view.clock, users);
    return exported({ ...view.base, clock }, users);
  });
  return mediaType === 'application/yaml'
    ? { status: 200, mediaType, body: await scenarioYaml(scenario) }
    : { status: 200, body: { ...scenario } };
};

/** PUT /scenario: all of it or nothing. */
export const loadScenario: ControlHandler<'loadScenario'> = async (
  { body },
  { services, workspace },
) => {
  const { store, journal } = services;
  const { dialect } = await store.read(workspace, async (view) => view.settings);
  const { source, pointer } = sourceOf(body);
  const { base, warnings } = await baseFrom([source], dialect, pointer);
  await store.load(workspace, base);
  journal.close(workspace);
  return {
    status: 200,
    body: { name: base.name, users: base.userIds.length, warnings: [...warnings] },
  };
};

/** POST /reset */
export const reset: ControlHandler<'reset'> = async (_call, { services, workspace }) => {
  await services.store.reset(workspace);
  services.journal.close(workspace);
  return { status: 204 };
};

function sourceOf(body: ControlCall<'loadScenario'>['body']): {
  readonly source: ScenarioSource;
  readonly pointer: string;
} {
  if (typeof body === 'string') return { source: { text: body }, pointer: '/body' };
  return body.name === undefined
    ? { source: { document: body.document }, pointer: '/body/document' }
    : { source: { name: body.name }, pointer: '/body/name' };
}
