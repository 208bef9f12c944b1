/** The OpenAPI 3.0 documents are valid, and clients generated from them compile and sign a user in. */
import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import SwaggerParser from '@apidevtools/swagger-parser';
import { build } from 'esbuild';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { runFlagbearer } from '../cli/run-flagbearer.ts';
import { createFolder } from '../setup/folder.ts';
import { sendRequest, useSandbox } from '../sandbox.ts';

const run = promisify(execFile);
const sandbox = useSandbox();

const DOCUMENTS = { api: 'openapi.json', control: 'control.json' } as const;
type DocumentName = keyof typeof DOCUMENTS;

interface Generator {
  readonly name: string;
  /** Returns the command that generates a client from a document. */
  getCommand(name: DocumentName): readonly [string, ...string[]];
  /** Signs in by email, with the code from the inbox, and prints the id of the user. */
  readonly signIn: string;
}

const HEADERS = `{ 'service-client-id': 'wallet-app', 'service-client-secret': 'wallet-app-secret' }`;

const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript-codegen',
    getCommand: (name) => [
      // The path, since node_modules/.bin/openapi can be the command of another package.
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
    getCommand: (name) => [resolve('node_modules/.bin/oazapfts'), `${name}.json`, `${name}.ts`],
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

async function readDocuments(url: string): Promise<Record<string, string>> {
  const files = Object.entries(DOCUMENTS).map(async ([name, path]) => {
    const { status, body } = await sendRequest(`${url}/sandbox/${path}?openapi=3.0`);
    expect(status).toBe(200);
    return [`${name}.json`, JSON.stringify(body)] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

describe('?openapi=3.0', () => {
  it('returns documents that are valid under the schema of OpenAPI 3.0', async () => {
    for (const text of Object.values(await readDocuments(sandbox.url))) {
      const document = JSON.parse(text);
      expect(document).toMatchObject({ openapi: '3.0.3' });
      await SwaggerParser.validate(document);
    }
  });

  it('returns a valid document of a dialect with an empty phoneMask', async () => {
    const dialect = { userMask: { absent: 'empty' } };
    const { url } = await sandbox.workspace({ dialect });
    const { body } = await sendRequest(`${url}/sandbox/openapi.json?openapi=3.0`);
    await SwaggerParser.validate(body);
  });

  it('keeps fields whose names in the dialect are also JSON Schema keywords', async () => {
    const dialect = {
      otp: { sms: { codeField: 'const' } },
      user: { names: { kyc: 'contentMediaType' } },
    };
    const { url } = await sandbox.workspace({ dialect });
    const { body } = await sendRequest(`${url}/sandbox/openapi.json?openapi=3.0`);
    // Validation also replaces the references in `body`.
    await SwaggerParser.validate(body);
    const authenticate = body.paths['/v1/auth/otp/sms:authenticate'].post;
    const { schema, examples } = authenticate.requestBody.content['application/json'];
    expect(schema.properties).toHaveProperty('const');
    expect(JSON.stringify(examples)).toContain('"const":');
    const user = body.paths['/user'].get.responses['200'].content['application/json'];
    expect(user.schema.properties).toHaveProperty('contentMediaType');
  });

  it('is also an option of the command `contract`', async () => {
    const { stdout } = await runFlagbearer(['contract', '--openapi', '3.0']);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ openapi: '3.0.3' });
    expect(document.paths).toHaveProperty('/v1/auth/cryptoWallet:start');
    await SwaggerParser.validate(document);
  });

  it.each(['types', 'http'])(
    'is an option that `contract` rejects with --format %s',
    async (format) => {
      const args = ['contract', '--openapi', '3.0', '--format', format];
      const { exit, stderr } = await runFlagbearer(args);
      expect({ exit, stderr }).toEqual({
        exit: 2,
        stderr: `error: --openapi: 3.0 requires --format json or yaml, got --format ${format}.\n`,
      });
    },
  );
});

describe.each(GENERATORS)('a client generated by $name', ({ getCommand, signIn }) => {
  it('compiles, and signs a user in', async () => {
    const workspace = await sandbox.workspace();
    const cwd = await createFolder(await readDocuments(workspace.url));
    await symlink(resolve('node_modules'), join(cwd, 'node_modules'), 'dir');
    for (const name of ['api', 'control'] as const) {
      const [program, ...args] = getCommand(name);
      await run(program, args, { cwd });
    }
    const script = `declare const URL_OF_SANDBOX: string;\n${signIn}`;
    const path = join(cwd, 'sign-in.ts');
    await writeFile(path, script);
    expect(listCompilerErrors(path)).toEqual([]);
    const outfile = join(cwd, 'sign-in.mjs');
    const define = { URL_OF_SANDBOX: JSON.stringify(workspace.url) };
    await build({ entryPoints: [path], bundle: true, format: 'esm', outfile, define });
    const { stdout } = await run(process.execPath, [outfile]);
    const { body } = await sendRequest(`${workspace.url}/sandbox/users/generated@example.test`);
    expect(stdout.trim()).toBe(body.id);
  });
});

function listCompilerErrors(path: string): readonly string[] {
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
