import { ONLY_KEY } from '../store/parts.ts';
import { createChaos } from '../store/chaos-setting.ts';
import type { View } from '../store/store.ts';
import type { ControlHandlers, ControlSchemas } from './request/handler.ts';

export const chaosHandlers = {
  getChaos: (_request, { services: { store }, workspaceName }) =>
    store.read(workspaceName, async ({ chaos }) => ({ status: 200, body: showChaos(chaos) })),

  /** PUT /chaos: replaces the setting, and resets the counters of chaos. */
  setChaos: ({ body }, { services, workspaceId }) =>
    services.store.write(workspaceId, async (unit) => {
      const { now: since, scope, settings } = unit;
      const chaos = createChaos(body, { since, scope, dialect: settings.dialect });
      await unit.put('chaos', ONLY_KEY, chaos);
      return { status: 200, body: showChaos(chaos) };
    }),
} satisfies ControlHandlers;

function showChaos({ setting }: View['chaos']): ControlSchemas['Chaos'] {
  const { level, kinds, maxConsecutive, challengePhrase } = setting;
  return {
    level,
    kinds: [...kinds],
    maxConsecutive,
    ...(challengePhrase !== null && { challengePhrase }),
  };
}
