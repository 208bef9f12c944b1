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

const scenario1 = writeScenario(
  'one.yaml',
  'name: one\ndescription: First.\nusers: [{ key: rita, phoneNumber: "+12025550143" }]\n',
);
const scenario2 = writeScenario(
  'two.yaml',
  'name: two\ndescription: Second.\nusers: [{ key: sam, phoneNumber: "+12025550144" }]\n',
);

describe('several scenarios', () => {
  it('are loaded as one, with their users in order', async () => {
    const base = await loadBase([scenario1, scenario2]);
    expect(base.name).toBe('one-and-two');
    expect(base.description).toBe('First. Second.');
    expect([...base.users.values()].map(({ key }) => key)).toEqual(['rita', 'sam']);
  });

  it('assign a user the same id as when its scenario is loaded alone', async () => {
    const single = await loadBase([scenario2]);
    const combined = await loadBase([scenario1, scenario2]);
    expect(getUser(combined, 'sam').id).toBe(getUser(single, 'sam').id);
    expect(getUser(combined, 'rita').id).not.toBe(getUser(combined, 'sam').id);
  });

  it('are rejected if they conflict, with the names of both files', async () => {
    const conflictingScenario = writeScenario(
      'conflicting.yaml',
      'name: conflicting\nusers: [{ key: kim, phoneNumber: "+12025550143" }]\n',
    );
    const loaded = await loadScenario([scenario1, scenario2, conflictingScenario], defaultDialect);
    expect(loaded).toMatchObject({
      findings: [
        {
          rule: 'duplicate-identity',
          file: conflictingScenario.file,
          line: 2,
          column: 34,
          message: `The phone number +12025550143 already belongs to "rita" in ${scenario1.file}.`,
        },
      ],
    });
  });

  it('are all validated, and all errors are reported at once', async () => {
    const invalidYaml = writeScenario('no-yaml.yaml', 'name: [\n');
    const wrongKey = writeScenario('wrong-key.yaml', 'name: wrong\nuser: []\n');
    const loaded = await loadScenario([invalidYaml, wrongKey, { name: 'nowhere' }], defaultDialect);
    // Documents that cannot be read are reported first.
    expect('findings' in loaded && loaded.findings.map(({ rule }) => rule)).toEqual([
      'yaml-syntax',
      'unknown-scenario',
      'unknown-key',
    ]);
  });

  it('report their errors in the order of the scenarios', async () => {
    const client = { id: 'a', secret: 's', accessToken: 't' };
    const unknownFlag = {
      document: {
        name: 'unknown-flag',
        clients: [client],
        users: [{ key: 'kim', emailAddress: 'k@example.test', flags: ['NONE'] }],
      },
    };
    const otherSecret = { document: { name: 'other', clients: [{ ...client, secret: 'x' }] } };
    expect(await loadScenario([unknownFlag, otherSecret], defaultDialect)).toMatchObject({
      findings: [{ rule: 'unknown-flag' }, { rule: 'duplicate-client' }],
    });
  });

  it('can omit their description', async () => {
    const withoutDescription = { document: { name: 'undescribed' } };
    const { description } = await loadBase([
      withoutDescription,
      scenario1,
      withoutDescription,
      scenario2,
    ]);
    expect(description).toBe('First. Second.');
  });

  it('must agree on the clock', async () => {
    const createSource = (name: string, clock: string) => ({ document: { name, clock } });
    const noon = createSource('noon', '2026-01-15T12:00:00Z');
    const noonAgain = createSource('noon-again', '2026-01-15T12:00:00.000Z');
    const oneOClock = createSource('one', '2026-01-15T13:00:00Z');
    const base = await loadBase([scenario1, noon, noonAgain]);
    expect(base.clock).toBe('2026-01-15T12:00:00.000Z');
    expect(await loadScenario([noon, oneOClock], defaultDialect)).toMatchObject({
      findings: [
        { rule: 'conflicting-clocks', pointer: '/clock', message: expect.stringContaining('noon') },
      ],
    });
  });

  it('combine their clients, and link a user to the first client of its own document', async () => {
    const client = { id: 'a', secret: 's', accessToken: 't' };
    const withUser = {
      document: {
        name: 'with-user',
        clients: [client],
        users: [{ key: 'kim', emailAddress: 'k@example.test' }],
      },
    };
    const client2 = { ...client, id: 'b', accessToken: 'u' };
    const withClients = { document: { name: 'with-clients', clients: [client2, client] } };
    const base = await loadBase([scenario1, withClients, withUser]);
    expect([...base.clients.keys()]).toEqual(['b', 'a']);
    expect(getUser(base, 'kim').linkedClients).toEqual(['a']);
    // The document of rita has no clients, so the first of all clients is used.
    expect(getUser(base, 'rita').linkedClients).toEqual(['b']);

    const conflictingScenario = {
      document: { name: 'conflicting', clients: [{ ...client, secret: 'another' }] },
    };
    expect(await loadScenario([withUser, conflictingScenario], defaultDialect)).toMatchObject({
      findings: [{ rule: 'duplicate-client', pointer: '/clients/0/id' }],
    });
  });

  it('can be all built-in scenarios except the default', async () => {
    const scenariosToCombine = (await listScenarios()).filter(({ name }) => name !== 'default');
    const { users } = await loadBase(scenariosToCombine.map(({ name }) => ({ name })));
    expect(new Set([...users.values()].map(({ key }) => key)).size).toBe(users.size);
  });
});

// The users of a JSON file are parsed one at a time.
describe('a JSON file', () => {
  const users = ['{"key": "rita", "emailAddress": "r@example.test"}', '{"key": "sam"}'];
  const createText = (...moreUsers: readonly string[]) =>
    `{"name": "one",\n"users": [\n${[...users, ...moreUsers].join(',\n')}\n]}`;

  it('results in the same base as its text', async () => {
    const fileBase = await loadBase(writeScenario('users.json', createText()));
    const textBase = await loadBase({ text: createText() });
    expect(fileBase.hash).toBe(textBase.hash);
  });

  // `no-identity` is about sam. A file that cannot be parsed has only the error of the parser.
  it.each([
    ['a malformed user', '{"key": 5}', ['4:9 no-identity', '5:9 wrong-type']],
    [
      'an identity of another user',
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

  it('with an error is reported together with a missing file', async () => {
    const invalidFile = writeScenario('users.json', createText('{"key": "kim", "key": "joe"}'));
    const missingFile = { file: join(folder, 'missing.json') };
    expect(await loadScenario([missingFile, invalidFile], defaultDialect)).toMatchObject({
      findings: [
        { rule: 'unreadable-file', file: missingFile.file },
        { rule: 'duplicate-key', file: invalidFile.file },
      ],
    });
  });
});
