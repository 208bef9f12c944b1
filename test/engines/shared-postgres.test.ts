import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { runInFolder } from '../config/in-folder.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const globalSetup = fileURLToPath(new URL('./shared-postgres.ts', import.meta.url));

const PASSING_TEST = `const response = await fetch(inject('sharedPostgres'));
  if (!response.ok) throw new Error(await response.text());`;
const FAILING_TEST = `${PASSING_TEST} throw new Error('it fails');`;

it.each([
  ['passes', 0, PASSING_TEST],
  ['fails', 1, FAILING_TEST],
])('if a test %s, the run exits with %i', { timeout: 60_000 }, async (_name, exitCode, body) => {
  const files = {
    'vitest.config.mjs': `export default { test: { globalSetup: ${JSON.stringify(globalSetup)} } };`,
    'one.test.mjs': `import { inject, it } from 'vitest'; it('one', async () => { ${body} }, 60_000);`,
  };
  await runInFolder(files, async (cwd) => {
    await symlink(modules, join(cwd, 'node_modules'));
    const run = promisify(execFile)(process.execPath, [join(modules, 'vitest/vitest.mjs'), 'run'], {
      cwd,
    });
    const actualCode = await run.then(
      () => 0,
      (error: { code: number }) => error.code,
    );
    expect(actualCode).toBe(exitCode);
  });
});
