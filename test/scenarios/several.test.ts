import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { listScenarios } from '../../src/scenarios/library.ts';
import { loadScenario } from '../../src/scenarios/load.ts';
import { loadBase, getUser } from './loading.ts';

const folder = mkdtempSync(join(tmpdir(), 'flagbearer-scenarios-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writeScenario(name: string, text: string): { file: string } {
  const file = join(folder, name);
  writeFileSync(file, text);
  return { file };
}

const one = writeScenario(
  'one.yaml',
  'name: one\ndescription: First.\nusers: [{ key: rita, phoneNumber: "+12025550143" }]\n',
);
const two = writeScenario(
  'two.yaml',
  'name: two\ndescription: Second.\nusers: [{ key: sam, phoneNumber: "+12025550144" }]\n',
);

describe('several scenarios', () => {
  it('are loaded as one, with their users in order', async () => {
    const base = await loadBase([one, two]);
    expect(base.name).toBe('one-and-two');
    expect(base.description).toBe('First. Second.');
    expect([...base.users.values()].map(({ key }) => key)).toEqual(['rita', 'sam']);
  });

  it('assign a user the same id as when loaded alone', async () => {
    const [alone, together] = [await loadBase([two]), await loadBase([one, two])];
    expect(getUser(together, 'sam').id).toBe(getUser(alone, 'sam').id);
    expect(getUser(together, 'rita').id).not.toBe(getUser(together, 'sam').id);
  });

  it('can conflict, and the finding in one file names the other', async () => {
    const again = writeScenario(
      'again.yaml',
      'name: again\nusers: [{ key: kim, phoneNumber: "+12025550143" }]\n',
    );
    const loaded = await loadScenario([one, two, again], defaultDialect);
    expect(loaded).toMatchObject({
      findings: [
        {
          rule: 'duplicate-identity',
          file: again.file,
          line: 2,
          column: 34,
          message: `The phone number +12025550143 already belongs to "rita" in ${one.file}.`,
        },
      ],
    });
  });

  it('are all validated, and all errors are reported at once', async () => {
    const broken = writeScenario('broken.yaml', 'name: [\n');
    const wrong = writeScenario('wrong.yaml', 'name: wrong\nuser: []\n');
    const loaded = await loadScenario([broken, wrong, { name: 'nowhere' }], defaultDialect);
    expect('findings' in loaded && loaded.findings.map(({ rule }) => rule)).toEqual([
      'yaml-syntax',
      'unknown-scenario',
      'unknown-key',
    ]);
  });

  it('have one clock', async () => {
    const createSource = (name: string, clock: string) => ({ document: { name, clock } });
    const noon = createSource('noon', '2026-01-15T12:00:00Z');
    expect(
      (await loadBase([one, noon, createSource('same', '2026-01-15T12:00:00.000Z')])).clock,
    ).toBe('2026-01-15T12:00:00.000Z');
    expect(
      await loadScenario([noon, createSource('one', '2026-01-15T13:00:00Z')], defaultDialect),
    ).toMatchObject({
      findings: [
        { rule: 'conflicting-clocks', pointer: '/clock', message: expect.stringContaining('noon') },
      ],
    });
  });

  it('combine their clients, and link a user to the first client of its own document', async () => {
    const client = { id: 'a', secret: 's', accessToken: 't' };
    const own = {
      document: {
        name: 'own',
        clients: [client],
        users: [{ key: 'kim', emailAddress: 'k@example.test' }],
      },
    };
    const more = {
      document: { name: 'more', clients: [client, { ...client, id: 'b', accessToken: 'u' }] },
    };
    const base = await loadBase([one, own, more]);
    expect([...base.clients.keys()]).toEqual(['a', 'b']);
    expect(getUser(base, 'kim').linkedClients).toEqual(['a']);
    expect(getUser(base, 'rita').linkedClients).toEqual(['a']);

    const other = { document: { name: 'other', clients: [{ ...client, secret: 'another' }] } };
    expect(await loadScenario([own, other], defaultDialect)).toMatchObject({
      findings: [{ rule: 'duplicate-client', pointer: '/clients/0/id' }],
    });
  });

  it('can be combined if they are built in, except the default', async () => {
    const others = (await listScenarios()).filter(({ name }) => name !== 'default');
    const { users } = await loadBase(others.map(({ name }) => ({ name })));
    expect(new Set([...users.values()].map(({ key }) => key)).size).toBe(users.size);
  });
});

describe('a JSON file, whose users are parsed one at a time', () => {
  const users = ['{"key": "rita", "emailAddress": "r@example.test"}', '{"key": "sam"}'];
  const createText = (...more: readonly string[]) =>
    `{"name": "one",\n"users": [\n${[...users, ...more].join(',\n')}\n]}`;

  it('is loaded like its text', async () => {
    expect((await loadBase(writeScenario('users.json', createText()))).hash).toBe(
      (await loadBase({ text: createText() })).hash,
    );
  });

  it.each([
    ['a malformed user', '{"key": 5}', ['4:9 no-identity', '5:9 wrong-type']],
    [
      'an identity of another',
      '{"key": "kim", "emailAddress": "r@example.test"}',
      ['4:9 no-identity', '5:32 duplicate-identity'],
    ],
    ['a duplicate key', '{"key": "kim", "key": "joe"}', ['5:16 duplicate-key']],
    ['a syntax error', '{"key": "kim"', ['6:1 yaml-syntax']],
  ])('is rejected for %s, with the position', async (_, user, expected) => {
    const source = writeScenario('users.json', createText(user));
    const loaded = await loadScenario([source], defaultDialect);
    const findings = 'findings' in loaded ? loaded.findings : [];
    expect(findings.map(({ line, column, rule }) => `${line}:${column} ${rule}`)).toEqual(expected);
    expect(new Set(findings.map((finding) => finding.file))).toEqual(new Set([source.file]));
  });
});
