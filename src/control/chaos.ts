import { ONLY_KEY } from '../store/parts.ts';
import { createChaos } from '../store/chaos-setting.ts';
import type { View } from '../store/store.ts';
import type { ControlHandlers, ControlSchemas } from './request/handler.ts';

export const chaosHandlers = {
  getChaos: (_request, { services, workspace }) =>
    services.store.read(workspace, async ({ chaos }) => ({ status: 200, body: showChaos(chaos) })),

  /** PUT /chaos: replaces the setting, and resets all counters. */
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
