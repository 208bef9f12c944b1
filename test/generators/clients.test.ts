/** Clients generated from the OpenAPI 3.0 documents compile, and sign a user in. */
import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import SwaggerParser from '@apidevtools/swagger-parser';
import { build } from 'esbuild';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { flagbearer } from '../cli/flagbearer.ts';
import { inFolder } from '../config/in-folder.ts';
import { call, useSandbox } from '../sandbox.ts';

const run = promisify(execFile);
const sandbox = useSandbox();
const command = (name: string): string => resolve('node_modules/.bin', name);

const DOCUMENTS = { api: 'openapi.json', control: 'control.json' } as const;
type DocumentName = keyof typeof DOCUMENTS;

interface Generator {
  readonly name: string;
  generate(name: DocumentName): readonly [string, ...string[]];
  /** Signs in by email, with the code from the inbox, and prints the id of the user. */
  readonly signIn: string;
}

const HEADERS = `{ 'service-client-id': 'wallet-app', 'service-client-secret': 'wallet-app-secret' }`;

const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript-codegen',
    generate: (name) => [
      // Another package installs a command `openapi`, too.
      resolve('node_modules/openapi-typescript-codegen/bin/index.js'),
      ...['--input', `${name}.json`, '--output', name, '--client', 'fetch', '--useOptions'],
    ],
    signIn: `
      import { EmailService, OpenAPI } from './api/index';
      import { InboxService, OpenAPI as Control } from './control/index';
      OpenAPI.BASE = URL_OF_SANDBOX;
      OpenAPI.HEADERS = ${HEADERS};
      Control.BASE = URL_OF_SANDBOX + '/sandbox';
      const emailAddress = 'generated@example.test';
      const { emailId } = await EmailService.sendEmailOtp({ requestBody: { emailAddress } });
      const { items } = await InboxService.listInbox({ to: emailAddress });
      const { userMask } = await EmailService.authenticateEmailOtp({
        requestBody: { emailId, otp: items[0]!.code },
      });
      console.log(userMask.id);
    `,
  },
  {
    name: 'oazapfts',
    generate: (name) => [command('oazapfts'), `${name}.json`, `${name}.ts`],
    signIn: `
      import { authenticateEmailOtp, defaults, sendEmailOtp } from './api';
      import { defaults as control, listInbox } from './control';
      defaults.baseUrl = URL_OF_SANDBOX;
      defaults.headers = ${HEADERS};
      control.baseUrl = URL_OF_SANDBOX + '/sandbox';
      const emailAddress = 'generated@example.test';
      const sent = await sendEmailOtp({ emailAddress });
      if (sent.status !== 200) throw new Error(String(sent.status));
      const inbox = await listInbox({ to: emailAddress });
      if (inbox.status !== 200) throw new Error(String(inbox.status));
      const signedIn = await authenticateEmailOtp({
        emailId: sent.data.emailId,
        otp: inbox.data.items[0]!.code,
      });
      if (signedIn.status !== 200) throw new Error(String(signedIn.status));
      console.log(signedIn.data.userMask.id);
    `,
  },
];

async function documentsOf(url: string): Promise<Record<string, string>> {
  const files = Object.entries(DOCUMENTS).map(async ([name, path]) => {
    const { status, body } = await call(`${url}/sandbox/${path}?openapi=3.0`);
    expect(status).toBe(200);
    return [`${name}.json`, JSON.stringify(body)] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

describe('?openapi=3.0', () => {
  it('returns documents that are valid by the schema of OpenAPI 3.0', async () => {
    for (const text of Object.values(await documentsOf(sandbox.url))) {
      const document = JSON.parse(text);
      expect(document).toMatchObject({ openapi: '3.0.3' });
      await SwaggerParser.validate(document);
    }
  });

  it('is what the command prints', async () => {
    const { stdout } = await flagbearer(['contract', '--openapi', '3.0']);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ openapi: '3.0.3' });
    expect(document.paths).toHaveProperty('/v1/auth/cryptoWallet:start');
    await SwaggerParser.validate(document);
  });

  it('is not for types and requests', async () => {
    const { exit, stderr } = await flagbearer(['contract', '--openapi', '3.0', '--format', 'http']);
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: 'error: --openapi 3.0 needs --format json or yaml, not http.\n',
    });
  });
});

describe.each(GENERATORS)('a client by $name', ({ generate, signIn }) => {
  it('compiles, and signs a user in', async () => {
    const workspace = await sandbox.workspace();
    await inFolder(await documentsOf(workspace.url), async (cwd) => {
      await symlink(resolve('node_modules'), join(cwd, 'node_modules'), 'dir');
      for (const name of ['api', 'control'] as const) {
        const [program, ...words] = generate(name);
        await run(program, words, { cwd });
      }
      const script = `declare const URL_OF_SANDBOX: string;\n${signIn}`;
      const path = join(cwd, 'sign-in.ts');
      await writeFile(path, script);
      expect(problemsOf(path)).toEqual([]);
      const outfile = join(cwd, 'sign-in.mjs');
      const define = { URL_OF_SANDBOX: JSON.stringify(workspace.url) };
      await build({ entryPoints: [path], bundle: true, format: 'esm', outfile, define });
      const { stdout } = await run(process.execPath, [outfile]);
      const { body } = await call(`${workspace.url}/sandbox/users/generated@example.test`);
      expect(stdout.trim()).toBe(body.id);
    });
  });
});

function problemsOf(path: string): readonly string[] {
  const program = ts.createProgram([path], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
