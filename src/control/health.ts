import packageManifest from '../../package.json' with { type: 'json' };
import { dialectHash } from '../contract/validators.ts';
import { timestampOf } from '../domain/clock.ts';
import { UnknownWorkspace } from '../store/store.ts';
import { ControlRefusal } from './control-refusal.ts';
import type { ControlHandler } from './handler.ts';

/** GET /health */
export const getHealth: ControlHandler<'getHealth'> = async (_call, { services, workspace }) => {
  const store = await services.store.health();
  return services.store.read(workspace, async ({ settings, scope, base, now }) => ({
    status: 200,
    body: {
      status: 'ok',
      name: 'flagbearer',
      version: packageManifest.version,
      workspace: settings.name,
      scenario: base.name,
      seed: scope.seed,
      now: timestampOf(now),
      dialectHash: dialectHash(settings.dialect),
      store,
    },
  }));
};

/** GET /ready: whatever the store stumbles over, the sandbox is not ready. */
export const getReady: ControlHandler<'getReady'> = async (_call, { services, workspace }) => {
  try {
    await services.store.read(workspace, async (view) => view.now);
  } catch (error) {
    if (error instanceof UnknownWorkspace) throw error;
    services.log.error('the store does not answer', { err: error });
    throw new ControlRefusal('notReady', 'The store does not answer.');
  }
  if ((await services.store.health()).status !== 'ok') {
    throw new ControlRefusal('notReady', 'The store can not be written to.');
  }
  return { status: 200, body: { status: 'ready' } };
};
