import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findInbox } from '../../../conformance/actors/sandbox-inbox.ts';
import { listen } from '../../setup/listen.ts';

type ScriptedResponse = readonly [status: number, text: string];

/** Detects an inbox at a server that sends the responses in order, then repeats the last response. */
async function findInboxOf(...responses: readonly (ScriptedResponse | 'dropped' | 'truncated')[]) {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    const scripted = responses[Math.min(requests.length, responses.length - 1)] ?? 'dropped';
    requests.push(`${request.method} ${request.url}`);
    if (scripted === 'dropped') request.socket.destroy();
    else if (scripted === 'truncated')
      response.write('{"items":', () => setImmediate(() => response.destroy()));
    else response.writeHead(scripted[0], { location: '/elsewhere' }).end(scripted[1]);
  };
  const server = createServer(listener);
  const url = `http://127.0.0.1:${await listen(server)}`;
  onTestFinished(() => new Promise((done) => server.close(() => done())));
  const pauses: number[] = [];
  const inbox = await findInbox(url, 5000, (milliseconds) => {
    pauses.push(milliseconds);
    return Promise.resolve();
  });
  return { inbox: inbox?.replace(url, ''), requests, pauses };
}

const inboxResponse: ScriptedResponse = [200, '{"items": []}'];
const inboxRequest = 'GET /sandbox/inbox?to=nobody@example.test';

describe('the inbox of a sandbox', () => {
  it('is found with the first request', async () => {
    const found = { inbox: '/sandbox/inbox', requests: [inboxRequest], pauses: [] };
    expect(await findInboxOf(inboxResponse)).toEqual(found);
  });

  it.each<[string, ScriptedResponse]>([
    ['404', [404, '']],
    ['401 with a list of items', [401, '{"items": []}']],
    ['a redirection', [302, '{"items": []}']],
    ['an HTML page', [200, '<p>items</p>']],
    ['null', [200, 'null']],
    ['a string', [200, '"items"']],
    ['a list', [200, '[]']],
    ['items that are not a list', [200, '{"items": {}}']],
    ['deeply nested JSON', [200, `{"items": ${'['.repeat(1000)}`]],
    ['a large body', [200, ' '.repeat(2 ** 21)]],
  ])('is not assumed if the response is %s', async (_, scripted) => {
    expect(await findInboxOf(scripted)).toEqual({
      inbox: undefined,
      requests: [inboxRequest],
      pauses: [],
    });
  });

  it.each<[string, ScriptedResponse | 'dropped' | 'truncated']>([
    ['429', [429, '']],
    ['502', [502, '']],
    ['503', [503, '']],
    ['504', [504, '']],
    ['a dropped connection', 'dropped'],
    ['a truncated response', 'truncated'],
  ])('is requested again after %s', async (_, scripted) => {
    const { inbox, requests, pauses } = await findInboxOf(scripted, scripted, inboxResponse);
    expect({ inbox, requestCount: requests.length, pauses }).toEqual({
      inbox: '/sandbox/inbox',
      requestCount: 3,
      pauses: [100, 100],
    });
  });

  it('is not found after four inconclusive responses', async () => {
    const { inbox, requests } = await findInboxOf([503, '']);
    expect({ inbox, requestCount: requests.length }).toEqual({ inbox: undefined, requestCount: 4 });
  });
});
