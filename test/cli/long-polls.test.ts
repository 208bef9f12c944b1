import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startFlagbearer } from './run-flagbearer.ts';

const collectGarbage = fileURLToPath(new URL('collect-garbage.mjs', import.meta.url));

it('a sandbox responds to every long poll, even if garbage collection runs during the wait', async () => {
  const nodeOptions = ['--expose-gc', '--import', collectGarbage];
  const { url } = await startFlagbearer([], { nodeOptions });
  const polls = Array.from({ length: 30 }, async () => {
    const response = await fetch(`${url}/sandbox/inbox?wait=PT0.5S`);
    return { status: response.status, body: await response.json() };
  });
  expect(await Promise.all(polls)).toEqual(
    Array.from({ length: 30 }, () => ({ status: 200, body: { items: [], nextCursor: null } })),
  );
});
