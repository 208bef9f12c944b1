import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { runInFolder } from '../config/in-folder.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const globalSetup = fileURLToPath(new URL('./shared-postgres.ts', import.meta.url));

const FAILS = 'throw new Error("it fails");';
const ASKS = `const answer = await fetch(inject('sharedPostgres'));
  if (!answer.ok) throw new Error(await answer.text());`;

it.each([
  ['passes', ASKS, 0],
  ['fails', ASKS + FAILS, 1],
])('the exit code is correct if a test %s', { timeout: 60_000 }, async (_name, body, exit) => {
  const files = {
    'vitest.config.mjs': `export default { test: { globalSetup: ${JSON.stringify(globalSetup)} } };`,
    'one.test.mjs': `import { inject, it } from 'vitest'; it('one', async () => { ${body} }, 60_000);`,
  };
  await runInFolder(files, async (cwd) => {
    await symlink(modules, join(cwd, 'node_modules'));
    const run = promisify(execFile)(process.execPath, [join(modules, 'vitest/vitest.mjs'), 'run'], {
      cwd,
    });
    const ended = await run.then(
      () => 0,
      (error: { code: number }) => error.code,
    );
    expect(ended).toBe(exit);
  });
});
