import { describe, expect, it } from 'vitest';
import { createFolder } from '../setup/folder.ts';
import { runFlagbearer } from './run-flagbearer.ts';

const brokenScenario = `name: broken
users:
  - key: rita
    kyc: {status: MAYBE}
    nick: r
  - key: sam
    emailAddress: sam@example.test
    flags: [K101]
    transactions: [{key: t1, cryptoStatus: FAILED}]
`;

const scenarioWithWarning = `name: warned
users:
  - {key: una, emailAddress: una@example.test, kyc: {status: IN_REVIEW}}
`;

const validScenario = 'name: valid\nusers:\n  - {key: vic, emailAddress: vic@example.test}\n';

function check(cwd: string, ...args: readonly string[]) {
  return runFlagbearer(['scenario', 'check', ...args], { cwd });
}

describe('flagbearer scenario check', () => {
  it('passes valid scenarios', async () => {
    const cwd = await createFolder({ 'valid.yaml': validScenario });
    expect(await check(cwd, 'valid.yaml')).toEqual({
      exit: 0,
      stdout: '1 scenario checked: no errors, no warnings.\n',
      stderr: '',
    });
  });

  it('accepts a file without an extension', async () => {
    const cwd = await createFolder({ valid: validScenario });
    const { exit, stdout } = await check(cwd, 'valid');
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: '1 scenario checked: no errors, no warnings.\n',
    });
  });

  it('shows at most 100 errors, and counts the others', async () => {
    // The users also cannot sign in, but more than 100 schema errors suppress the warnings of other rules.
    const users = Array.from({ length: 150 }, (_, index) => `  - {key: u${index}, nick: r}\n`).join(
      '',
    );
    const cwd = await createFolder({ 'many.yaml': `name: many\nusers:\n${users}` });
    const { exit, stdout } = await check(cwd, 'many.yaml');
    const lines = stdout.trimEnd().split('\n');
    expect([exit, lines.length]).toEqual([1, 102]);
    expect(lines[0]).toMatch(/^many\.yaml:3:\d+: error Unknown key "nick"/);
    expect(lines.slice(-2)).toEqual([
      'many.yaml: error 50 more errors are omitted. Fix the listed ones first.',
      '1 scenario checked: 150 errors, no warnings.',
    ]);
  });

  it('reports every problem with position, clause and fix', async () => {
    const cwd = await createFolder({ 'broken.yaml': brokenScenario, 'valid.yaml': validScenario });
    const { exit, stdout } = await check(cwd, 'broken.yaml', 'valid.yaml');
    expect(exit).toBe(1);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^broken\.yaml:3:10: warning The user cannot sign in/),
      expect.stringMatching(
        /^broken\.yaml:4:19: error Expected one of APPROVED, .*, got "MAYBE".*§2\.7/,
      ),
      expect.stringMatching(/^broken\.yaml:5:5: error Unknown key "nick"/),
      expect.stringMatching(/^broken\.yaml:8:13: error .*"K101".* Did you mean K1001\?$/),
      expect.stringMatching(/^broken\.yaml:9:\d+: error .*FAILED.* \(§7\.5\) Add T1001/),
      '2 scenarios checked: 4 errors, 1 warning.',
      '',
    ]);
  });

  it('exits with 0 for warnings', async () => {
    const cwd = await createFolder({ 'warned.yaml': scenarioWithWarning });
    const { exit, stdout } = await check(cwd, 'warned.yaml');
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^warned\.yaml:3:\d+: warning .* \(§3\.2\)/);
    expect(stdout).toMatch(/no errors, 1 warning\.$/m);
  });

  it('accepts two files with the same users, because it checks each file separately', async () => {
    const cwd = await createFolder({ 'one.yaml': validScenario, 'other.yaml': validScenario });
    const { exit } = await check(cwd, 'one.yaml', 'other.yaml');
    expect(exit).toBe(0);
  });

  it('rejects files that are not UTF-8', async () => {
    const named = validScenario.replace('vic', 'víc');
    const json = '{"name": "valid", "users": [{"key": "víc", "emailAddress": "vic@example.test"}]}';
    const files = {
      'latin1.yaml': Buffer.from(named, 'latin1'),
      'latin1.json': Buffer.from(json, 'latin1'),
      'utf16.yaml': Buffer.from(`\uFEFF${validScenario}`, 'utf16le'),
    };
    const cwd = await createFolder(files);
    const { exit, stdout } = await check(cwd, ...Object.keys(files));
    expect(exit).toBe(1);
    for (const file of Object.keys(files)) {
      expect(stdout).toContain(`${file}: error The file is not UTF-8 text.`);
    }
  });

  it('uses the flag catalogue of the dialect', async () => {
    const files = {
      'valid.yaml': validScenario.replace('}', ', flags: [X1]}'),
      'x.dialect.yaml': `version: 1
values:
  flags:
    withhold: []
    catalogue:
      - {code: X1, category: null, title: X, message: X}
      - {code: T1, category: Transaction Processing, title: T, message: T}
`,
    };
    const cwd = await createFolder(files);
    const [withDefault, withDialect] = await Promise.all([
      check(cwd, 'valid.yaml'),
      check(cwd, 'valid.yaml', '--dialect', 'x.dialect.yaml'),
    ]);
    expect([withDefault.exit, withDialect.exit]).toEqual([1, 0]);
  });

  it('exits with 2 for a missing file, and still checks the other files', async () => {
    const cwd = await createFolder({ 'broken.yaml': brokenScenario });
    const { exit, stdout } = await check(cwd, 'no.yaml', 'broken.yaml');
    expect(exit).toBe(2);
    expect(stdout).toMatch(/^no\.yaml: error Cannot read the file/);
    expect(stdout).toMatch(/^broken\.yaml:9:/m);
  });

  it('exits with 2 for an unknown name, and suggests a similar name', async () => {
    const { exit, stdout } = await check(await createFolder({}), 'defualt');
    expect(exit).toBe(2);
    expect(stdout).toContain('Did you mean default?');
  });

  it('prints findings as JSON', async () => {
    const cwd = await createFolder({ 'broken.yaml': brokenScenario });
    const { exit, stdout } = await check(cwd, 'broken.yaml', '--format', 'json');
    expect(exit).toBe(1);
    const report: unknown = JSON.parse(stdout);
    expect(report).toMatchObject({ scenarios: 1, errors: 4, warnings: 1 });
    expect(report).toHaveProperty('findings.4', {
      rule: 'failed-without-flag',
      clause: '7.5',
      severity: 'error',
      message: expect.any(String),
      hint: expect.any(String),
      pointer: '/users/1/transactions/0/cryptoStatus',
      file: 'broken.yaml',
      line: 9,
      column: 44,
    });
  });

  it('prints findings as SARIF', async () => {
    const cwd = await createFolder({
      'broken.yaml': brokenScenario,
      'warned.yaml': scenarioWithWarning,
    });
    const { exit, stdout } = await check(cwd, 'broken.yaml', 'warned.yaml', '--format', 'sarif');
    expect(exit).toBe(1);
    const log = JSON.parse(stdout);
    expect(log).toMatchObject({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'flagbearer' } } }],
    });
    const [{ results, tool }] = log.runs;
    // Five findings in broken.yaml, and one in warned.yaml.
    expect(results).toHaveLength(6);
    for (const { ruleId, ruleIndex } of results) {
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    }
    expect(results[5]).toMatchObject({
      ruleId: 'kyc-status-without-flag',
      level: 'warning',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'warned.yaml' },
            region: { startLine: 3 },
          },
        },
      ],
    });
  });
});
