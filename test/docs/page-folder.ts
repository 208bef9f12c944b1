/** Creates the folder in which the commands of a page run, with the built package. */
import { chmod, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { root } from './pages.ts';

export interface PageFolder {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

export async function makePageFolder(): Promise<PageFolder> {
  const path = await mkdtemp(join(tmpdir(), 'flagbearer-docs-'));
  await mkdir(join(path, 'node_modules'));
  await symlink(root, join(path, 'node_modules/flagbearer'), 'dir');

  const bin = join(path, '.bin');
  await mkdir(bin);
  const run = `exec '${process.execPath}' '${join(root, 'dist/cli/main.js')}' "$@"`;
  const commands = {
    flagbearer: `#!/bin/sh\n${run}\n`,
    npx: createScriptFor('flagbearer', `shift\n${run}`),
    // Nothing here uses a registry; and npm itself takes half a second to start.
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

/** A command that accepts one argument, and rejects others. */
function createScriptFor(word: string, script: string): string {
  const refuse = `echo "$0: only ${word} is here" >&2; exit 1`;
  return `#!/bin/sh\n[ "$1" = ${word} ] || { ${refuse}; }\n${script}\n`;
}
