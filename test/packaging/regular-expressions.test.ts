/** `npm run lint` finds regular expressions that a text can keep busy for ever. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { inFolder } from '../config/in-folder.ts';

const FILES = {
  'literal.ts': 'export const word = /^a+$/;\nexport const blank = /^(a+)+$/;\n',
  'made.ts': 'export const made = new RegExp(String.raw`^(\\w|\\d)+$`);\n',
  'built.ts': 'export const of = (text: string) => new RegExp(text);\n',
  'schema.yaml': 'type: string\npattern: ^(.*a)+b$\n',
  'sound.json': '{"pattern": "^[a-z]{1,9}$"}\n',
};

it(
  'with the file and line of each',
  () =>
    inFolder({}, async (folder) => {
      const paths = Object.keys(FILES).map((name) => join(folder, name));
      for (const [at, text] of Object.values(FILES).entries()) await writeFile(paths[at]!, text);
      const { code, stdout } = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
        execFile(process.execPath, ['scripts/regular-expressions.mjs', ...paths], (error, text) =>
          resolve({ code: error?.code, stdout: text }),
        );
      });
      expect(code).toBe(1);
      const lines = stdout.replaceAll(`${folder}/`, '').trim().split('\n').toSorted();
      expect(lines).toEqual([
        '5 regular expressions in 5 files, 4 complaints',
        expect.stringMatching(
          /^built\.ts:1: a regular expression that is put together at run time/,
        ),
        expect.stringMatching(/^literal\.ts:2: \/\^\(a\+\)\+\$\/ takes exponential time/),
        expect.stringMatching(/^made\.ts:1: .* takes exponential time/),
        expect.stringMatching(/^schema\.yaml:2: .* takes exponential time/),
      ]);
    }),
  30_000,
);
