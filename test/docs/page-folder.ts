import { chmod, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { root } from './pages.ts';

export interface PageFolder {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Creates a temporary folder in which the commands of a page find the built package. */
export async function createPageFolder(): Promise<PageFolder> {
  const path = await mkdtemp(join(tmpdir(), 'flagbearer-docs-'));
  await mkdir(join(path, 'node_modules'));
  await symlink(root, join(path, 'node_modules/flagbearer'), 'dir');

  const bin = join(path, '.bin');
  await mkdir(bin);
  const run = `exec '${process.execPath}' '${join(root, 'dist/cli/main.js')}' "$@"`;
  const commands = {
    flagbearer: `#!/bin/sh\n${run}\n`,
    npx: createScriptFor('flagbearer', `shift\n${run}`),
    // Runs `npm test` without npm, which takes half a second to start.
    npm: createScriptFor(
      'test',
      'PATH="node_modules/.bin:$PATH" exec sh -c "$(jq -r .scripts.test package.json)"',
    ),
  };
  for (const [name, script] of Object.entries(commands)) {
    await writeFile(join(bin, name), script);
    await chmod(join(bin, name), 0o755);
  }
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: path,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
  };
  return { path, env };
}

/** Creates a script that accepts only this value as its first argument. */
function createScriptFor(argument: string, script: string): string {
  const reject = `echo "$0: only the argument ${argument} is supported" >&2; exit 1`;
  return `#!/bin/sh\n[ "$1" = ${argument} ] || { ${reject}; }\n${script}\n`;
}
