import { checkMessageText } from '../messages/check-messages.ts';
import type { ControlHandlers } from './request/handler.ts';

export const messageHandlers = {
  /** POST /messages:check: the findings of `flagbearer messages check` (§7.1). */
  async checkMessages({ body: { text, file, keyPrefix } }, { services, workspaceId }) {
    const { dialect } = await services.store.read(workspaceId, async (view) => view.settings);
    const { findings, foundPrefix } = await checkMessageText(text, { dialect, file, keyPrefix });
    return {
      status: 200,
      body: {
        findings: findings.map((found) => {
          const { flag: _, ...finding } = found;
          return finding;
        }),
        ...(foundPrefix !== undefined && { keyPrefix: foundPrefix }),
      },
    };
  },
} satisfies ControlHandlers;
