import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../setup/folder.ts';
import { useSandbox } from '../../sandbox.ts';
import { runFlagbearer } from '../run-flagbearer.ts';
import { runHttpFile } from './run-http-file.ts';
import { isLong } from '../../setup/test-length.ts';

const sandbox = useSandbox();

/** Values of a dialect with other names and shapes than the default. */
const renamedValues = {
  wallet: { variant: 'type' },
  otp: {
    sms: {
      identifiedBy: 'destination',
      codeField: 'passcode',
      sendReturns: 'empty',
      authenticateReturns: 'sessionAndRecord',
    },
    email: { identifiedBy: 'both' },
  },
  user: { path: '/v1/user', identifiedBy: { query: 'userId' }, envelope: 'data' },
  bearer: { requiredOn: ['sendSmsOtp', 'sendEmailOtp', 'getUser'] },
  success: { status: 202 },
};

describe.each([
  ['the default dialect', {}],
  ['another dialect', renamedValues],
  [
    'a dialect with another wallet type, and only access tokens as bearer tokens',
    {
      wallet: { variant: 'type', types: ['SOLANA'] },
      user: { identifiedBy: { header: 'user-id' } },
      bearer: { requiredOn: ['addWalletToUser', 'getUser'], accepts: ['client'] },
    },
  ],
])('the .http file of %s', (_, values) => {
  it('contains every operation, and a sandbox accepts each request', async () => {
    const dialect = JSON.stringify({ version: 1, values });
    const cwd = await createFolder({ 'd.json': dialect });
    const args = ['contract', '--dialect', 'd.json', '--format'];
    const [{ exit, stdout }, openapi] = await Promise.all([
      runFlagbearer([...args, 'http'], { cwd }),
      runFlagbearer([...args, 'json'], { cwd }),
    ]);
    expect(exit).toBe(0);
    const workspace = await sandbox.workspace({ dialect: values });
    const requests = await runHttpFile(stdout, { baseUrl: workspace.url });
    const paths: Record<string, Record<string, { operationId: string }>> = JSON.parse(
      openapi.stdout,
    ).paths;
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    expect(requests.map(({ name }) => name)).toEqual(
      expect.arrayContaining(operations.map(({ operationId }) => operationId)),
    );
    expect(requests.filter(({ status }) => status >= 300)).toEqual([]);
  }, 60_000);
});

describe('the generated types', () => {
  it('cause an error if openapi-typescript cannot be loaded', async () => {
    const folder = 'node_modules/openapi-typescript';
    const files = {
      [`${folder}/package.json`]: '{"type": "module", "exports": "./index.js"}',
      [`${folder}/index.js`]: "import 'missing-package';",
    };
    const cwd = await createFolder(files);
    const result = await runFlagbearer(['contract', '--format', 'types'], { cwd });
    expect(result).toMatchObject({ exit: 2, stdout: '' });
    expect(result.stderr).toMatch(
      /^error: --format types: cannot load openapi-typescript: .*missing-package.* Run npm install .*\n$/,
    );
  });

  it.runIf(isLong)('compile and use the field names of the dialect', async () => {
    const dialect = JSON.stringify({ version: 1, values: renamedValues });
    const source = [
      "import type { operations } from './service.d.ts';",
      "type Body = operations['authenticateSmsOtp']['requestBody']['content']['application/json'];",
      "export const validBody: Body = { phoneNumber: '+12025550106', passcode: '123456' };",
      '// @ts-expect-error otp is the name in the default dialect',
      "export const invalidBody: Body = { phoneNumber: '+12025550106', otp: '123456' };",
    ].join('\n');
    const cwd = await createFolder({ 'd.json': dialect, 'client.ts': source });
    const args = ['contract', '--dialect', 'd.json', '--format', 'types'];
    const { exit, stdout, stderr } = await runFlagbearer(args, { cwd });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    await writeFile(join(cwd, 'service.d.ts'), stdout);
    const program = ts.createProgram([join(cwd, 'client.ts')], {
      ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], lib: ['lib.es2022.d.ts'] },
      allowImportingTsExtensions: true,
      module: ts.ModuleKind.NodeNext,
    });
    const problems = ts.getPreEmitDiagnostics(program);
    expect(problems.map(({ messageText }) => messageText)).toEqual([]);
  });
});
