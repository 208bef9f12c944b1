import { draw, toUuid } from '../ports/draws.ts';
import type { UnitOfWork } from '../store/store.ts';

/** Draws an unused id: a loaded export contains ids that were drawn, but does not count them. */
export async function drawUnusedId(
  unit: UnitOfWork,
  purpose: 'transaction' | 'user',
  subject: string,
  findOwner: (id: string) => Promise<unknown>,
): Promise<string> {
  for (;;) {
    const count = await unit.countDraw(purpose, subject);
    const id = toUuid(draw(unit.scope, purpose, subject, count));
    if ((await findOwner(id)) === undefined) return id;
  }
}
