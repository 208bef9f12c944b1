/** Chaos of user reads: transactions that stay PENDING longer (§3). */
import { withoutLateness } from '../../accounts/present-user.ts';
import type { WorkspaceId, Store } from '../../store/store.ts';
import { countDisturbed } from './plan.ts';
import type { ChaosPlan, PlannedRequest } from './plan.ts';

/**
 * Settles transactions that only chaos keeps PENDING, once the limit of consecutive disturbed requests is
 * reached.
 *
 * @returns `pending` if the user read will show a late transaction
 */
export async function settleLateTransactions(
  store: Store,
  workspace: WorkspaceId,
  {
    userId,
    plan,
    request,
  }: { readonly userId: string; readonly plan: ChaosPlan; readonly request: PlannedRequest },
): Promise<'pending' | 'onTime'> {
  const isLate = await store.read(
    workspace,
    async (view) => (await withoutLateness(view, userId)) !== undefined,
  );
  if (!isLate) return 'onTime';
  return store.write(workspace, async (unit) => {
    const settled = await withoutLateness(unit, userId);
    if (settled === undefined) return 'onTime';
    if (plan.budget === 'used') {
      await unit.putUser(settled);
      return 'onTime';
    }
    // A request with a drawn kind is already counted.
    if (plan.kinds.size === 0) await countDisturbed(unit, request, plan);
    return 'pending';
  });
}
