import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

import { partRules } from '../../src/store/parts.ts';

/** Members of the section `runtime` that are not parts. */
const OTHERS = ['version', 'dialect', 'clock', 'draws', 'withoutKey'];

it('the snapshot schema contains each part of the document by its name', async () => {
  const path = new URL('../../openapi/schemas/scenario.schema.json', import.meta.url);
  const { $defs } = JSON.parse(await readFile(path, 'utf8'));
  const members = Object.keys($defs.Runtime.properties);
  const inDocument = Object.entries(partRules).flatMap(([name, rules]) =>
    rules.document === undefined ? [] : [name],
  );
  expect(members.toSorted()).toEqual([...OTHERS, ...inDocument].toSorted());
});
