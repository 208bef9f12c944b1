import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

import { partRules } from '../../src/store/parts.ts';

const RUNTIME_MEMBERS_BESIDES_PARTS = ['version', 'dialect', 'clock', 'draws', 'idsWithoutKey'];

it('the schema of the section `runtime` names each part that snapshots contain', async () => {
  const path = new URL('../../openapi/schemas/scenario.schema.json', import.meta.url);
  const { $defs } = JSON.parse(await readFile(path, 'utf8'));
  const members = Object.keys($defs.Runtime.properties);
  const snapshotParts = Object.entries(partRules)
    .filter(([, rules]) => rules.document !== undefined)
    .map(([name]) => name);
  const expectedMembers = [...RUNTIME_MEMBERS_BESIDES_PARTS, ...snapshotParts];
  expect(members.toSorted()).toEqual(expectedMembers.toSorted());
});
