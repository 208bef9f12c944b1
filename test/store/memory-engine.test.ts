import { expect, it } from 'vitest';

import { Conflict } from '../../src/store/engine.ts';
import { createMemoryEngine } from '../../src/store/memory-engine.ts';

it('an append does not restore a deleted log', async () => {
  const engine = createMemoryEngine();
  await engine.save('log', { version: 0, patches: [] });
  await engine.save('log', null);
  const entry = { version: 1, patches: [] };
  const state = { version: 1, patches: [] };
  await expect(engine.append('log', [entry], state)).rejects.toBeInstanceOf(Conflict);
  expect(await engine.listLogs()).toEqual([]);
});
