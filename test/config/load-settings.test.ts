import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import {
  ConfigError,
  loadTerminalFormat,
  loadSetting,
  loadSettings,
  isTraceRequested,
} from '../../src/config.ts';
import { sandboxUrl } from '../../src/config/setting.ts';
import { InterpolatedValues } from '../../src/config/interpolated-values.ts';
import { createFolder } from '../setup/folder.ts';

interface SettingsInput {
  readonly flags?: Readonly<Record<string, readonly string[]>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

function readSettingsIn(cwd: string, { flags = {}, env = {} }: Omit<SettingsInput, 'files'>) {
  const interpolated = new InterpolatedValues();
  return loadSettings('sandbox', { flags: new Map(Object.entries(flags)), env, cwd, interpolated });
}

async function readSettings({ files = {}, ...sources }: SettingsInput) {
  return readSettingsIn(await createFolder(files), sources);
}

/** Returns the message of the ConfigError that is thrown for these settings. */
async function readError(input: SettingsInput): Promise<string> {
  const error: unknown = await readSettings(input).then(
    () => 'accepted',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return error instanceof ConfigError ? error.message : '';
}

const createConfig = (text: string) => ({ 'flagbearer.config.yaml': text });

describe('the value of a setting', () => {
  const flags = { port: ['1'] };
  const env = { FLAGBEARER_PORT: '2' };
  const files = createConfig('sandbox:\n  port: 3\n');

  it('comes from the option, otherwise from the variable, the file or the default', async () => {
    expect(await readSettings({ flags, env, files })).toMatchObject({ port: 1 });
    expect(await readSettings({ env, files })).toMatchObject({ port: 2 });
    expect(await readSettings({ files })).toMatchObject({ port: 3 });
    expect(await readSettings({})).toMatchObject({ port: 4020 });
  });

  it('is absent if nothing sets it and it has no default', async () => {
    expect(await readSettings({})).toEqual({
      port: 4020,
      host: '127.0.0.1',
      store: 'memory',
      resetStore: false,
      allowHost: [],
      cors: [],
      https: false,
      journalLimit: 10_000,
      workspaceLimit: 10_000,
      workspaceTtl: '1d',
      watch: false,
      json: false,
    });
  });

  it('comes from the last option if a single-value option is repeated', async () => {
    expect(await readSettings({ flags: { port: ['1', '2'] } })).toMatchObject({ port: 2 });
  });

  it('is the list of all options with the same name, which replaces the list in the file', async () => {
    const list = createConfig('sandbox: {scenario: [empty]}');
    const settings = await readSettings({
      flags: { scenario: ['default', 'kyc-approved'] },
      files: list,
    });
    expect(settings.scenario).toEqual(['default', 'kyc-approved']);
    expect(await readSettings({ files: list })).toMatchObject({ scenario: ['empty'] });
  });

  it('is a list if the variable of a list is comma-separated', async () => {
    const settings = await readSettings({
      env: { FLAGBEARER_ALLOW_HOST: '10.0.2.2, sandbox.test,' },
    });
    expect(settings.allowHost).toEqual(['10.0.2.2', 'sandbox.test']);
  });

  it('does not come from an empty variable', async () => {
    expect(await readSettings({ env: { FLAGBEARER_PORT: '' } })).toMatchObject({ port: 4020 });
  });

  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('is boolean for the variable of a switch: %s is %s', async (text, json) => {
    expect(await readSettings({ env: { FLAGBEARER_JSON: text } })).toMatchObject({ json });
  });
});

describe('a valid value is accepted', () => {
  it.each([
    ['port', '0'],
    ['port', '65535'],
    ['seed', '9007199254740991'],
    ['host', '::1'],
    ['host', 'fe80::1%eth0'],
    ['host', 'sandbox_1.local'],
    ['clock', '2026-01-15T10:00:00Z'],
    ['clock', '2024-02-29T23:59:59.999Z'],
    ['clock', '2026-01-15T10:00:00+01:00'],
    ['clock', '2024-02-29t23:59:59.1234-11:30'],
    ['cors', '*'],
    ['cors', 'http://localhost:3000'],
    ['cors', 'capacitor://localhost'],
    ['cors', 'http://[::1]:3000'],
    ['public-url', 'https://example.test/sandbox'],
    ['control-token', 'c2VjcmV0=='],
    ['workspace-ttl', 'none'],
    ['workspace-ttl', 'P1DT12H'],
    ['workspace-ttl', '30m'],
    ['workspace-ttl', '7d'],
    ['workspace-limit', '1'],
  ])('--%s %s', async (flag, text) => {
    await expect(readSettings({ flags: { [flag]: [text] } })).resolves.toBeDefined();
  });
});

describe('an invalid value is rejected with the name of its source', () => {
  const port = 'expected a whole number from 0 to 65535';
  const seed = 'expected a whole number from 0 to 9007199254740991';
  const host = 'expected a host name or an IP address, without scheme, port or brackets';
  const time =
    'expected a time with a UTC offset (RFC 3339), such as 2026-01-15T10:00:00Z or 2026-01-15T11:00:00+01:00';
  const duration =
    'expected a duration above zero with its unit, such as 30m, 2h, 7d or PT2H (ISO 8601), or none';
  const url =
    'expected an absolute http or https URL without query, such as https://sandbox.example.test';
  const origin =
    'expected * or an origin in lower case, without wildcard, default port, path and trailing slash, such as https://app.example.test';

  it.each([
    ['port', '65536', `${port}, got 65536`],
    ['port', '-1', `${port}, got -1`],
    ['workspace-limit', '0', 'expected a whole number from 1 to 1000000, got 0'],
    ['workspace-ttl', 'PT0S', `${duration}, got "PT0S"`],
    ['workspace-ttl', '0h', `${duration}, got "0h"`],
    ['workspace-ttl', 'P1M', `${duration}, got "P1M"`],
    ['workspace-ttl', '60', `${duration}, got "60"`],
    ['port', '80a', `${port}, got "80a"`],
    ['port', '1e3', `${port}, got "1e3"`],
    ['port', '', `${port}, got ""`],
    ['seed', '1.5', `${seed}, got "1.5"`],
    // JavaScript rounds this number.
    ['seed', '9007199254740993', `${seed}, got 9007199254740992`],
    ['host', 'http://localhost', `${host}, got "http://localhost"`],
    ['host', '127.0.0.1:80', `${host}, got "127.0.0.1:80"`],
    ['host', '[::1]', `${host}, got "[::1]"`],
    ['allow-host', 'a b', `${host}, got "a b"`],
    ['clock', '2026-01-15', `${time}, got "2026-01-15"`],
    ['clock', '2026-01-15T10:00:00', `${time}, got "2026-01-15T10:00:00"`],
    ['clock', '2026-01-15T10:00:00+25:00', `${time}, got "2026-01-15T10:00:00+25:00"`],
    ['clock', '9999-12-31T23:59:59-01:00', `${time}, got "9999-12-31T23:59:59-01:00"`],
    ['clock', '2026-02-30T10:00:00Z', `${time}, got "2026-02-30T10:00:00Z"`],
    ['clock', '2026-01-15T25:00:00Z', `${time}, got "2026-01-15T25:00:00Z"`],
    ['public-url', 'example.test', `${url}, got "example.test"`],
    ['public-url', 'ftp://example.test', `${url}, got "ftp://example.test"`],
    ['public-url', 'http://a:b:c', `${url}, got "http://a:b:c"`],
    ['cors', 'http://localhost:3000/', `${origin}, got "http://localhost:3000/"`],
    ['cors', 'https://*.example.test', `${origin}, got "https://*.example.test"`],
    ['cors', 'https://example.test:443', `${origin}, got "https://example.test:443"`],
    ['cors', 'http://example.test:80', `${origin}, got "http://example.test:80"`],
    ['cors', 'https://example.test:0443', `${origin}, got "https://example.test:0443"`],
    ['cors', 'https://example.test:100000', `${origin}, got "https://example.test:100000"`],
    ['cors', 'localhost', `${origin}, got "localhost"`],
    ['dialect', '', 'expected a string that is not empty, got ""'],
    ['json', 'yes', 'expected true or false, got "yes"'],
  ])('--%s %s', async (flag, text, problem) => {
    expect(await readError({ flags: { [flag]: [text] } })).toBe(`--${flag}: ${problem}`);
  });

  it('reports the variable', async () => {
    const message = await readError({ env: { FLAGBEARER_CORS: 'https://a.test,b.test' } });
    expect(message).toBe(`FLAGBEARER_CORS: ${origin}, got "b.test"`);
  });

  it('reports the invalid item of a list', async () => {
    const message = await readError({ flags: { cors: ['https://a.test', 'b.test'] } });
    expect(message).toBe(`--cors: ${origin}, got "b.test"`);
  });

  it('does not repeat a secret', async () => {
    const message = await readError({ env: { FLAGBEARER_CONTROL_TOKEN: 'hunter 2' } });
    expect(message).toMatch(/^FLAGBEARER_CONTROL_TOKEN: expected only letters, digits/);
    expect(message).not.toContain('hunter');
  });
});

describe('flagbearer.config.yaml', () => {
  it('may be empty, and so may a section', async () => {
    const defaults = await readSettings({});
    for (const text of ['', '# nothing yet\n', 'sandbox:\n', 'sandbox:\n  # port: 1\n', '{}']) {
      expect(await readSettings({ files: createConfig(text) })).toEqual(defaults);
    }
  });

  it('reports at most 100 problems, and counts the others', async () => {
    const keys = Array.from({ length: 5000 }, (_, at) => `  key${at}: 1\n`).join('');
    const message = await readError({ files: createConfig(`sandbox:\n${keys}`) });
    const lines = message.split('\n');
    expect(lines).toHaveLength(101);
    expect(lines[0]).toMatch(/:2:3: unknown key "key0" in sandbox/);
    expect(lines[100]).toBe('flagbearer.config.yaml: 4900 more problems omitted.');
  });

  it('accepts every setting', async () => {
    const settings = {
      port: 0,
      host: '0.0.0.0',
      scenario: ['default', './checkout.yaml'],
      dialect: 'staging.yaml',
      seed: 7,
      store: 'file:data',
      resetStore: true,
      clock: '2026-01-15T10:00:00.000Z',
      controlToken: 'let-me-in',
      allowHost: ['10.0.2.2'],
      cors: ['https://sandbox.example.test', '*'],
      publicUrl: 'https://sandbox.example.test',
      https: true,
      tlsCert: 'cert.pem',
      tlsKey: 'key.pem',
      journalLimit: 50,
      chaos: 'low',
      workspaceLimit: 5,
      workspaceTtl: 'none',
      watch: true,
      json: true,
    };
    const files = createConfig(stringify({ sandbox: settings }));
    expect(await readSettings({ files })).toEqual(settings);
  });

  it.each([
    [
      'an unknown section',
      'sandbx:\n  port: 1\n',
      '1:1: unknown key "sandbx". Did you mean sandbox?',
    ],
    [
      'an unknown key',
      'sandbox:\n  prot: 1\n',
      '2:3: unknown key "prot" in sandbox. Did you mean port?',
    ],
    [
      'a key spelled like the flag',
      'sandbox:\n  allow-host: [a]\n',
      '2:3: unknown key "allow-host" in sandbox. Did you mean allowHost?',
    ],
    [
      'a key that resembles no known key',
      'sandbox:\n  verbose: 1\n',
      '2:3: unknown key "verbose" in sandbox. Known keys: port, host, ',
    ],
    ['a list for the file', '- port\n', '1:1: expected a map with the keys sandbox'],
    [
      'a string for a number',
      'sandbox:\n  port: "4020"\n',
      '2:9: sandbox.port: expected a whole number from 0 to 65535, got "4020"',
    ],
    [
      'infinity',
      'sandbox:\n  port: .inf\n',
      '2:9: sandbox.port: expected a whole number from 0 to 65535, got Infinity',
    ],
    [
      'a number for a string',
      'sandbox:\n  dialect: 12\n',
      '2:12: sandbox.dialect: expected a string in quotes, got 12',
    ],
    [
      'a number for a string with a format',
      'sandbox:\n  workspaceTtl: 5\n',
      '2:17: sandbox.workspaceTtl: expected a string in quotes: a duration above zero with its unit, such as 30m, 2h, 7d or PT2H (ISO 8601), or none, got 5',
    ],
    [
      'a key without a value',
      'sandbox:\n  dialect:\n',
      '2:11: sandbox.dialect: expected a string that is not empty, got no value',
    ],
    [
      'a map for a list',
      'sandbox:\n  scenario: {name: empty}\n',
      '2:13: sandbox.scenario: expected a string that is not empty, or a list, got a map',
    ],
    [
      'a number for a list of strings',
      'sandbox:\n  scenario: 4\n',
      '2:13: sandbox.scenario: expected a string in quotes, got 4',
    ],
    [
      'an empty list that needs one item',
      'sandbox:\n  scenario: []\n',
      '2:13: sandbox.scenario: expected a list of at least 1 item, got []',
    ],
    [
      'an invalid item',
      'sandbox:\n  allowHost:\n    - good\n    - {}\n',
      '4:7: sandbox.allowHost: expected a host name or an IP address, without scheme, port or brackets, got {}',
    ],
    [
      'a key twice',
      'sandbox:\n  port: 1\n  port: 2\n',
      '3:3: Duplicate key "port". Remove one of the two, or rename it.',
    ],
    [
      'two documents',
      'sandbox: {}\n---\nsandbox: {}\n',
      '2:1: A file can contain only one document; a second one begins here. Put each document in its own file.',
    ],
  ])('rejects %s with line and column', async (_, text, problem) => {
    const message = await readError({ files: createConfig(text) });
    expect(message).toContain(`flagbearer.config.yaml:${problem}`);
    expect(message).not.toContain('\n');
  });

  it('rejects invalid YAML', async () => {
    const message = await readError({ files: createConfig('sandbox:\n  port: [1\n') });
    expect(message).toMatch(/^flagbearer\.config\.yaml:3:1: /);
  });

  it('does not repeat a secret', async () => {
    const message = await readError({
      files: createConfig('sandbox:\n  controlToken: hunter 2\n'),
    });
    expect(message).toMatch(/^flagbearer\.config\.yaml:2:17: sandbox\.controlToken: expected /);
    expect(message).not.toContain('hunter');
  });
});

describe('${NAME} in the file', () => {
  it('is replaced by the variable, converted to the type of the setting', async () => {
    const files = createConfig(
      'sandbox: {port: ${PORT}, cors: "${ORIGINS}", publicUrl: ${URL}, json: ${JSON}}',
    );
    const env = {
      PORT: '8080',
      ORIGINS: 'https://a.test,https://b.test',
      URL: 'https://a.test',
      JSON: '1',
    };
    expect(await readSettings({ files, env })).toMatchObject({
      port: 8080,
      cors: ['https://a.test', 'https://b.test'],
      publicUrl: 'https://a.test',
      json: true,
    });
  });

  it('is never parsed as YAML', async () => {
    const files = createConfig('sandbox:\n  dialect: ${FILE}\n');
    const env = { FILE: '"a: b" # ${HOME}' };
    expect(await readSettings({ files, env })).toMatchObject({ dialect: '"a: b" # ${HOME}' });
  });

  it.each(['TOKEN', 'constructor'])(
    'is rejected with line and column if the variable %s is not set',
    async (name) => {
      const files = createConfig(`sandbox:\n  controlToken: \${${name}}\n`);
      expect(await readError({ files })).toBe(
        `flagbearer.config.yaml:2:17: the environment variable ${name} is not set. Set it, or write the value here`,
      );
    },
  );

  it.each(['http://evil.test/${TOKEN}', '${TOKEN}.evil.test', '${TOKEN}${TOKEN}', '$${TOKEN}'])(
    'is rejected as a part of a value: %s',
    async (host) => {
      const files = createConfig(`sandbox:\n  host: ${host}\n`);
      expect(await readError({ files, env: { TOKEN: 'hunter2' } })).toBe(
        'flagbearer.config.yaml:2:9: ${TOKEN} is only a part of the value. Put the whole value into the variable',
      );
    },
  );

  it('is rejected if its name is invalid', async () => {
    const message = await readError({ files: createConfig('sandbox:\n  dialect: ${A-B}\n') });
    expect(message).toBe(
      'flagbearer.config.yaml:2:12: expected a variable reference such as ${NAME}, with letters, digits and _ only',
    );
  });

  it('appears in errors instead of the value of the variable', async () => {
    const env = { PORT: 'hunter2' };
    const message = await readError({ files: createConfig('sandbox:\n  port: ${PORT}\n'), env });
    expect(message).toBe(
      'flagbearer.config.yaml:2:9: sandbox.port: expected a whole number from 0 to 65535, got "${PORT}"',
    );
  });

  it('is ignored in a comment', async () => {
    const settings = await readSettings({ files: createConfig('sandbox: {} # ${NOWHERE}') });
    expect(settings.port).toBe(4020);
  });
});

describe('--config', () => {
  const files = {
    'deploy/staging.yaml': 'sandbox: {port: 7}',
    ...createConfig('sandbox: {port: 8}'),
  };

  it('selects another file, as does FLAGBEARER_CONFIG', async () => {
    const flags = { config: ['deploy/staging.yaml'] };
    expect(await readSettings({ files, flags })).toMatchObject({ port: 7 });
    const env = { FLAGBEARER_CONFIG: 'deploy/staging.yaml' };
    expect(await readSettings({ files, env })).toMatchObject({ port: 7 });
  });

  it('is rejected if the file does not exist', async () => {
    expect(await readError({ files, flags: { config: ['staging.yaml'] } })).toBe(
      'staging.yaml: cannot read the configuration file: no such file or folder. Check the path',
    );
  });

  it('is rejected if it is a folder', async () => {
    expect(await readError({ files, flags: { config: ['deploy'] } })).toMatch(
      /^deploy: cannot read the configuration file: it is a folder/,
    );
  });

  it('resolves paths in the file relative to the folder of the file', async () => {
    const text =
      'sandbox: {dialect: a.yaml, scenario: [empty, ../b.yaml, /c.yaml], store: file:data}';
    const cwd = await createFolder({ 'deploy/staging.yaml': text });
    const settings = await readSettingsIn(cwd, { flags: { config: ['deploy/staging.yaml'] } });
    expect(settings.dialect).toBe(join(cwd, 'deploy/a.yaml'));
    expect(settings.scenario).toEqual(['empty', join(cwd, 'b.yaml'), '/c.yaml']);
    expect(settings.store).toBe(`file:${join(cwd, 'deploy/data')}`);
  });
});

describe('the URL of a running sandbox', () => {
  const readUrl = (operand: string | undefined, env: SettingsInput['env'] = {}) =>
    loadSetting(sandboxUrl, operand, env);

  it('is the operand, then the variable, then the default address of a sandbox', async () => {
    const env = { FLAGBEARER_URL: 'http://127.0.0.1:1' };
    expect(await readUrl('http://127.0.0.1:2/w/a', env)).toBe('http://127.0.0.1:2/w/a');
    expect(await readUrl(undefined, env)).toBe('http://127.0.0.1:1');
    expect(await readUrl(undefined)).toBe('http://127.0.0.1:4020');
  });

  it('does not appear in the error for an invalid value, which may contain credentials', async () => {
    await expect(readUrl('http://me:secret@host')).rejects.toThrow(
      /^URL: expected an absolute http or https URL(?!.*secret)/s,
    );
  });
});

describe('FLAGBEARER_DEBUG', () => {
  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['', false],
  ])('%j requests the trace of an internal error: %s', (text, expected) => {
    expect(isTraceRequested({ FLAGBEARER_DEBUG: text })).toBe(expected);
  });
});

describe('all errors of a file', () => {
  it('are reported at once, one line each, in the order of the file', async () => {
    const text =
      'sandbx: {}\nsandbox:\n  port: ${PORT}\n  host: a b\n  cors: [a.test, "*", ${X}]\n';
    const lines = (await readError({ files: createConfig(text) })).split('\n');
    expect(lines.map((line) => line.replace(/ expected .*got| Set it.*/, ''))).toEqual([
      'flagbearer.config.yaml:1:1: unknown key "sandbx". Did you mean sandbox?',
      'flagbearer.config.yaml:3:9: the environment variable PORT is not set.',
      'flagbearer.config.yaml:4:9: sandbox.host: "a b"',
      'flagbearer.config.yaml:5:10: sandbox.cors: "a.test"',
      'flagbearer.config.yaml:5:23: the environment variable X is not set.',
    ]);
  });

  it('do not include errors in the sections of other commands', async () => {
    const files = createConfig(
      'sandbox: {port: 7}\nconform: {clientSecret: ${NOWHERE}, accounts: 1}\n',
    );
    expect(await readSettings({ files })).toMatchObject({ port: 7 });
  });
});

describe('the form of the terminal output', () => {
  it.each([
    [{}, { colors: 'colored', lines: 'live', githubActions: null }],
    [{ NO_COLOR: '0' }, { colors: 'plain', lines: 'live' }],
    [{ NO_COLOR: '' }, { colors: 'colored' }],
    [{ TERM: 'dumb' }, { colors: 'plain', lines: 'plain' }],
    [{ CI: 'true' }, { colors: 'colored', lines: 'plain' }],
    [{ CI: 'false' }, { lines: 'live' }],
    [{ GITHUB_ACTIONS: 'true' }, { lines: 'plain', githubActions: { summaryFile: null } }],
    [
      { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/s' },
      { githubActions: { summaryFile: '/s' } },
    ],
  ])('is inferred from the environment %j', (env, terminalFormat) => {
    expect(loadTerminalFormat(env)).toMatchObject(terminalFormat);
  });
});
