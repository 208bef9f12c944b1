import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { launch } from './run-flagbearer.ts';

const collectGarbage = fileURLToPath(new URL('collect-garbage.mjs', import.meta.url));

it('a sandbox responds to every long poll, even if garbage collection runs during the wait', async () => {
  const node = ['--expose-gc', '--import', collectGarbage];
  const sandbox = launch(['start', '--port', '0', '--json'], { nodeOptions: node });
  const { url } = JSON.parse(await sandbox.nextLine()) as { readonly url: string };
  const polls = Array.from({ length: 30 }, async () => {
    const response = await fetch(`${url}/sandbox/inbox?wait=PT0.5S`);
    return { status: response.status, body: await response.json() };
  });
  expect(await Promise.all(polls)).toEqual(
    Array.from({ length: 30 }, () => ({ status: 200, body: { items: [], nextCursor: null } })),
  );
});
