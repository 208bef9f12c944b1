import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

import { launchBrowser } from '../console/browser.ts';
import { createFolder } from '../setup/folder.ts';
import { listen } from '../setup/listen.ts';
import { sendRequest, useSandbox, type HttpResponse } from '../sandbox.ts';
import { listHarErrors } from './har-schema.ts';

const sandbox = useSandbox();

/** Serves an empty page at another origin. Returns its URL. */
async function serveEmptyPage(): Promise<string> {
  const server = createServer((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end('<title>app</title>');
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listen(server)}`;
}

/** Returns the status of each response. */
function listStatuses(archive: HttpResponse['body']): readonly number[] {
  return archive.log.entries.map(
    ({ response }: { response: { status: number } }) => response.status,
  );
}

describe('the journal as an HTTP archive', () => {
  it('is valid, contains every request, and contains no secrets', async () => {
    const workspace = await sandbox.workspace();
    const app = workspace.client();
    await app.sendEmail('hana@example.test');
    await app.post('/v1/auth/otp/email:send?x=1&x=2', {});
    const inbox = await workspace.control('/inbox?to=hana@example.test');
    const { code, recordId } = inbox.body.items.at(-1);
    await app.authenticateEmail({ emailId: recordId, otp: code });

    const archive = await workspace.control('/journal?format=har');
    expect(archive.status).toBe(200);
    expect(archive.headers.get('content-type')).toMatch(/^application\/har\+json/);
    expect(listHarErrors(archive.body)).toEqual([]);
    const { entries } = archive.body.log;
    expect(listStatuses(archive.body)).toEqual([200, 400, 200]);
    expect(entries[0].request).toMatchObject({
      method: 'POST',
      url: `${workspace.url}/v1/auth/otp/email:send`,
      postData: { mimeType: 'application/json', text: '{"emailAddress":"hana@example.test"}' },
    });
    // The archive omits a redacted body, because no request of a replay would match it.
    expect(entries[2].request.postData).toBeUndefined();
    expect(JSON.stringify(archive.body)).not.toMatch(
      new RegExp(`${code}|wallet-app-secret|eyJ[\\w-]+\\.`),
    );
  });

  it('contains the URLs that clients used to select the workspace', async () => {
    const { name, url } = await sandbox.workspace();
    const { origin, port } = new URL(sandbox.url);
    const prefix = `/w/${name}`;
    const cases = [
      { path: '/user', headers: { 'flagbearer-workspace': name }, url: `${origin}/user` },
      {
        path: '/user',
        headers: { host: `${name}.localhost:${port}` },
        url: `http://${name}.localhost:${port}/user`,
      },
      {
        path: `${prefix}/user`,
        headers: { host: `localhost:${port}` },
        url: `http://localhost:${port}${prefix}/user`,
      },
    ];
    for (const { path, headers } of cases) {
      const [response] = await once(request(origin + path, { headers }).end(), 'response');
      await once(response.resume(), 'end');
    }
    const { body } = await sendRequest(`${url}/sandbox/journal?format=har`);
    const urls = body.log.entries.map((entry: { request: { url: string } }) => entry.request.url);
    expect(urls).toEqual(cases.map((testCase) => testCase.url));
  });

  it('is selected by an Accept header, and contains the requests that a filter selects', async () => {
    const workspace = await sandbox.workspace();
    const app = workspace.client();
    for (const address of ['invalid', 'hana@example.test', 'ida@example.test']) {
      await app.sendEmail(address);
    }
    const accept = 'application/har+json';
    const fullArchive = await workspace.control('/journal', { headers: { accept } });
    expect(listStatuses(fullArchive.body)).toEqual([400, 200, 200]);
    const query = '?format=har&outcome=accepted&limit=1';
    const filteredArchive = await workspace.control(`/journal${query}`);
    expect(listStatuses(filteredArchive.body)).toEqual([200]);
  });

  it('is rejected for an unknown format', async () => {
    const { status, body } = await sendRequest(`${sandbox.url}/sandbox/journal?format=xml`);
    expect({ status, pointer: body.details[0].pointer }).toEqual({
      status: 400,
      pointer: '/query/format',
    });
  });

  it('is replayed by Playwright, without the sandbox', async ({ skip }) => {
    const browser = await launchBrowser();
    if (browser === undefined) return skip();
    onTestFinished(() => browser.close());
    const origin = await serveEmptyPage();
    const send = async ({ url, to }: { url: string; to: string }) => {
      const response = await fetch(`${url}/v1/auth/otp/email:send`, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'service-client-id': 'wallet-app',
          'service-client-secret': 'wallet-app-secret',
        },
        body: JSON.stringify({ emailAddress: to }),
      });
      return { status: response.status, body: (await response.json()) as object };
    };

    const recordingPage = await browser.newPage();
    await recordingPage.goto(origin);
    const recordedResponse = await recordingPage.evaluate(send, {
      url: sandbox.url,
      to: 'ida@example.test',
    });
    expect(recordedResponse.status).toBe(200);
    const archive = await sendRequest(`${sandbox.url}/sandbox/journal?format=har`);
    const folder = await createFolder({ 'sandbox.har': JSON.stringify(archive.body) });

    const replayingPage = await browser.newPage();
    const options = { url: `${sandbox.url}/**`, notFound: 'abort' } as const;
    await replayingPage.routeFromHAR(join(folder, 'sandbox.har'), options);
    await replayingPage.goto(origin);
    const before = await sendRequest(`${sandbox.url}/sandbox/journal`);
    expect(
      await replayingPage.evaluate(send, { url: sandbox.url, to: 'ida@example.test' }),
    ).toEqual(recordedResponse);
    const after = await sendRequest(`${sandbox.url}/sandbox/journal`);
    expect(after.body.items).toHaveLength(before.body.items.length);
  });
});
