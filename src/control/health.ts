import packageManifest from '../../package.json' with { type: 'json' };
import { hashDialect } from '../contract/validators.ts';
import { formatTimestamp } from '../domain/clock.ts';
import { UnknownWorkspace } from '../store/store.ts';
import { ControlRefusal } from './request/control-refusal.ts';
import type { ControlHandlers } from './request/handler.ts';

export const healthHandlers = {
  /** GET /health: succeeds even if the store is unavailable; reports the last known state then. */
  async getHealth(_request, { services, workspaceName }) {
    const [{ settings, base, now }, store] = await Promise.all([
      services.store.open(workspaceName),
      services.store.checkHealth(),
    ]);
    const hash = hashDialect(settings.dialect);
    const origin = services.dialectOrigin;
    return {
      status: 200,
      body: {
        status: 'ok',
        name: 'flagbearer',
        version: packageManifest.version,
        workspace: settings.name,
        scenario: base.name,
        // A snapshot contains its own seed.
        seed: base.runtime?.draws.seed ?? settings.seed,
        now: formatTimestamp(now),
        dialectHash: hash,
        ...(origin?.hash === hash && { dialectOrigin: origin }),
        store,
      },
    };
  },

  /** GET /ready: fails if the store is unavailable. */
  async getReady(_request, { services, workspaceName }) {
    const { store, log } = services;
    if ((await store.checkHealth()).status !== 'ok') {
      throw new ControlRefusal('notReady', 'The store is not writable.');
    }
    try {
      await store.read(workspaceName, async (view) => view.now);
    } catch (error) {
      if (error instanceof UnknownWorkspace) throw error;
      log.error('the store does not respond', { err: error });
      throw new ControlRefusal('notReady', 'The store does not respond.');
    }
    return { status: 200, body: { status: 'ready' } };
  },
} satisfies ControlHandlers;
