import { describe, expect, it } from 'vitest';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { createFolder } from '../setup/folder.ts';
import { runFlagbearer } from './run-flagbearer.ts';
import { expectValidJunit, readJunit } from '../reporting/read-junit.ts';

const codes = defaultDialect.flags.catalogue.map(({ code }) => code);
const categories = ['Fraud', 'KYC Review', 'Transaction Processing'];

/** A text for every flag of the default dialect, and for every category. */
const allMessages = Object.fromEntries(
  [...codes, ...categories].map((key) => [key, `About ${key}.`]),
);

const { K1002: _, ...messagesWithoutK1002 } = allMessages;

function check(cwd: string, ...args: readonly string[]) {
  return runFlagbearer(['messages', 'check', ...args], { cwd });
}

describe('flagbearer messages check (§7.1)', () => {
  it('passes files in which every flag has its message', async () => {
    const properties = Object.entries(allMessages).map(
      ([key, text]) => `flag_${key.replace(/ /g, '')}=${text}`,
    );
    const files = {
      'top.json': JSON.stringify(allMessages),
      'nested.json': JSON.stringify({ title: 'Hello', flags: allMessages }),
      'flat.json': JSON.stringify(
        Object.fromEntries(
          Object.entries(allMessages).map(([key, text]) => [`flags.${key}`, text]),
        ),
      ),
      'texts.yaml': `flags:\n${Object.keys(allMessages)
        .map((key) => `  ${key}: {title: Oh, body: About ${key}}\n`)
        .join('')}`,
    };
    const cwd = await createFolder({ ...files, 'app.properties': properties.join('\n') });
    expect(await check(cwd, ...Object.keys(files))).toEqual({
      exit: 0,
      stdout: '4 files checked: no errors, no warnings.\n',
      stderr: '',
    });
    expect(await check(cwd, 'app.properties', '--key-prefix', 'flag_')).toMatchObject({
      exit: 0,
    });
  });

  it('reports every problem with its position', async () => {
    const text = `{
  "title": "My app",
  "flags": {
    "F0000": "Under review.",
    "F1001": "",
    "F1003": "Restricted.",
    "K1001": {"title": "Checking", "body": " "},
    "K1002": 7,
    "T1001": "Failed.", "T1002": "Returned.",
    "fraud": "No writes.", "KYC_REVIEW": "Checking."
  }
}`;
    const cwd = await createFolder({ 'en.json': text });
    const { exit, stdout } = await check(cwd, 'en.json');
    expect(exit).toBe(1);
    expect(stdout.split('\n')).toEqual([
      'en.json:3:12: error No message for the flag F1002. (§7.1) Add a message with the key "F1002" under "flags".',
      'en.json:3:12: warning No fallback message for unknown flags of the category Transaction Processing. (§2.7) Add a message with the key "Transaction Processing" under "flags", or "default" under "flags" for all categories.',
      'en.json:5:14: error The message of F1001 is empty. (§7.1) Write the text that the user reads.',
      'en.json:6:5: warning Unknown flag "F1003": not in the flag catalogue of the dialect. (§2.7) Did you mean F1001?',
      'en.json:7:44: error The message of K1001.body is empty. (§7.1) Write the text that the user reads.',
      'en.json:8:14: error Expected a string for K1002, got 7. (§7.1) Write the text in quotes.',
      '1 file checked: 4 errors, 2 warnings.',
      '',
    ]);
  });

  it('reports an unknown key once, at the position of the key', async () => {
    const files = {
      'nested.yaml': 'flags:\n  K4:\n    title: Checking\n    body: {long: Wait, short: Wait}\n',
      'flat.json': '{\n  "K2": "a",\n  "K3.title": "b",\n  "K3.body": "c"\n}',
      'package.json': '{\n  "name": "app",\n  "engines": { "node": ">=20" }\n}',
    };
    const cwd = await createFolder(files);
    const { stdout } = await check(cwd, ...Object.keys(files));
    expect(stdout.match(/.*Unknown flag "\w+"/g)).toEqual([
      'nested.yaml:2:3: warning Unknown flag "K4"',
      'flat.json:2:3: warning Unknown flag "K2"',
      'flat.json:3:3: warning Unknown flag "K3"',
      'package.json:2:3: warning Unknown flag "name"',
      'package.json:3:3: warning Unknown flag "engines"',
    ]);
  });

  it('finds missing messages in an empty map', async () => {
    const cwd = await createFolder({ 'en.json': '{"title": "My app", "flags": {}}' });
    const { exit, stdout } = await check(cwd, 'en.json');
    expect(exit).toBe(1);
    expect(stdout).toContain(
      'en.json:1:30: error No message for the flag F0000. (§7.1) Add a message with the key "F0000" under "flags".',
    );
    expect(stdout).not.toContain('title');
  });

  it('reports a broken JSON file as invalid JSON, not as invalid YAML', async () => {
    const cwd = await createFolder({ 'en.json': '{"F0000": ' });
    const { exit, stdout } = await check(cwd, 'en.json');
    expect(exit).toBe(1);
    expect(stdout).toMatch(/^en\.json:1:\d+: error Invalid JSON: /);
  });

  it.each(['en.json', 'en.arb'])(
    'rejects YAML in %s, which the app could not parse',
    async (file) => {
      const texts = Object.entries(allMessages).map(([key, text]) => `${key}: ${text}\n`);
      const cwd = await createFolder({ [file]: texts.join('') });
      const { exit, stdout } = await check(cwd, file);
      expect(exit).toBe(1);
      expect(stdout).toContain(`${file}:1:1: error Invalid JSON: `);
    },
  );

  it.each([
    ['[{"F0000": "Oh."}]', '1:1', 'list'],
    ['"F0000"', '1:1', 'string'],
  ])('reports a file that is not a map once: %s', async (text, place, type) => {
    const cwd = await createFolder({ 'en.json': text });
    const { exit, stdout } = await check(cwd, 'en.json');
    expect(exit).toBe(1);
    expect(stdout).toBe(
      `en.json:${place}: error Expected a map of flag codes to messages, got a ${type}. (§7.1) Write one key for each flag.\n1 file checked: 1 error, no warnings.\n`,
    );
  });

  it('requires every message in each locale', async () => {
    const files = {
      'locales/en.json': JSON.stringify({ app: { errors: allMessages } }),
      'locales/de.YAML': JSON.stringify({ 'app.errors': messagesWithoutK1002 }),
      // Other files in the folder are ignored.
      'locales/README.md': '# Texts',
    };
    const cwd = await createFolder(files);
    const args = ['--locale-dir', 'locales', '--key-prefix', 'app.errors'];
    const { exit, stdout } = await check(cwd, ...args);
    expect(exit).toBe(1);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^locales\/de\.YAML:1:\d+: error .* the flag K1002\./),
      '2 files checked: 1 error, no warnings.',
      '',
    ]);
  });

  it('accepts a default text instead of a text for each category', async () => {
    const texts = Object.fromEntries([...codes, 'default'].map((key) => [key, 'Something.']));
    const cwd = await createFolder({ 'en.json': JSON.stringify(texts) });
    const { exit, stdout } = await check(cwd, 'en.json');
    expect(exit).toBe(0);
    expect(stdout).toContain('no warnings');
  });

  it('reads the catalogue of the dialect', async () => {
    const files = {
      'x.dialect.yaml': `version: 1
values:
  flags:
    catalogue:
      - {code: F0000, category: null, title: F, message: F}
      - {code: T9, category: Transaction Processing, title: T, message: T}
`,
      'en.json': '{"F0000": "Oh.", "T9": "Oh.", "Transaction Processing": "Oh."}',
    };
    const cwd = await createFolder(files);
    const [withDialect, withDefault] = await Promise.all([
      check(cwd, 'en.json', '--dialect', 'x.dialect.yaml'),
      check(cwd, 'en.json'),
    ]);
    expect([withDialect.exit, withDefault.exit]).toEqual([0, 1]);
  });

  it('prints JUnit: a case for each flag of each file', async () => {
    const files = {
      'de.json': JSON.stringify({ ...messagesWithoutK1002, x: 'x' }),
      // A duplicate key makes the file invalid, so that its flags cannot be checked.
      'en.json': '{"F0000": "Oh", "F0000": "no"}',
    };
    const cwd = await createFolder(files);
    const { exit, stdout } = await check(cwd, 'de.json', 'en.json', '--format', 'junit');
    expect(exit).toBe(1);
    await expectValidJunit(stdout);
    const { testsuite, counts } = readJunit(stdout);
    // Each file has a case for each flag, and a case for its other problems.
    expect(counts).toMatchObject({ tests: (codes.length + 1) * 2, failures: 2 });
    const [germanSuite, englishSuite] = testsuite;
    expect(germanSuite).toMatchObject({ name: 'de.json', failures: '1', skipped: '0' });
    expect(germanSuite['system-out']).toContain('"x"');
    expect(germanSuite.testcase).toContainEqual({
      classname: 'de.json',
      name: 'K1002',
      time: '0.000',
      failure: {
        type: 'assertion',
        message: expect.stringContaining('No message for the flag K1002'),
        '#text': expect.stringMatching(/^de\.json:1:1: error /),
      },
    });
    expect(englishSuite).toMatchObject({ failures: '1', skipped: `${codes.length}` });
  });

  it('prints SARIF and JSON', async () => {
    const cwd = await createFolder({ 'en.yaml': 'flags: {F0000: Oh}' });
    const [sarif, json] = await Promise.all([
      check(cwd, 'en.yaml', '--format', 'sarif'),
      check(cwd, 'en.yaml', '--format', 'json'),
    ]);
    expect(JSON.parse(sarif.stdout)).toHaveProperty('runs.0.results.0.ruleId', 'missing-message');
    const { findings, ...summary } = JSON.parse(json.stdout);
    // Only F0000 has a message, and no category has a fallback message.
    expect(summary).toEqual({
      files: ['en.yaml'],
      errors: codes.length - 1,
      warnings: categories.length,
    });
    expect(findings).toHaveLength(summary.errors + summary.warnings);
    expect(findings[0]).toMatchObject({
      rule: 'missing-message',
      flag: 'F1001',
      file: 'en.yaml',
      line: 1,
    });
  });

  it('suggests the key that contains the flags, if it is not the default key', async () => {
    const cwd = await createFolder({
      'en.json': JSON.stringify({ errors: { flags: allMessages } }),
    });
    expect(await check(cwd, 'en.json')).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: en.json: the flag codes are under the key errors.flags. Add --key-prefix errors.flags.\n',
    });
  });

  it.each([
    [[], /^error: missing argument: add a FILE, or set --locale-dir DIR\.\n$/],
    [['no.json'], /^error: cannot read no\.json: no such file or folder\.\n$/],
    [['--locale-dir', 'no'], /^error: --locale-dir: cannot read no: no such file/],
    [['en.strings'], /^error: en\.strings: unsupported extension \.strings\. Convert /],
    [['--locale-dir', '.'], /^error: --locale-dir: expected a file with the extension \.json, /],
    [
      ['en.json', '--format', 'xml'],
      /^error: --format: expected one of text, junit, sarif, json, got "xml"\n$/,
    ],
    [['en.json', '--dialect', 'no.yaml'], /no\.yaml/],
  ])('rejects the arguments %j', async (args, line) => {
    const cwd = await createFolder({});
    const { exit, stdout, stderr } = await check(cwd, ...args);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(line);
  });
});
