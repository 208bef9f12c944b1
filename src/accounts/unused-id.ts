import { draw, toUuid } from '../ports/draws.ts';
import type { UnitOfWork } from '../store/store.ts';

/**
 * Generates an id that is not in use. A loaded export contains generated ids but not their counter, so an
 * id can be generated again.
 */
export async function drawUnusedId(
  unit: UnitOfWork,
  purpose: 'transaction' | 'user',
  subject: string,
  findOwner: (id: string) => Promise<unknown>,
): Promise<string> {
  for (;;) {
    const count = await unit.takeDrawNumber(purpose, subject);
    const id = toUuid(draw(unit.scope, purpose, subject, count));
    if ((await findOwner(id)) === undefined) return id;
  }
}
