/** Responses that resemble the user read, and unusual user reads. */
import { describe, expect, it } from 'vitest';
import {
  createResponse,
  findBearer,
  parseFields,
  type ProxyResponse,
  type Exchange,
} from '../exchange.ts';
import type { Mutate } from '../mutate.ts';
import { createSandboxDeployment } from '../deployments.ts';
import { useTargets } from '../sandbox-targets.ts';
import { discoverMutant, DISCOVERY_TIMEOUT } from './use-discovery.ts';

const targets = useTargets();

const createPage = (content = '') =>
  createResponse(200, `<!doctype html><html><body>${content}</body></html>`, 'text/html');
const refusal = createResponse(401, { message: 'Sign in first.' });

/** The run does not try this path of the user read. */
const unusualPath = { version: 1 as const, values: { user: { path: '/accounts/me/user' } } };

/** Returns whether the deployment accepts the bearer token as the session of a user. */
async function isSession({ request, forward, naming }: Exchange): Promise<boolean> {
  if (findBearer(request) === null) return false;
  return (await forward({ ...request, path: naming.user.path })).status === 200;
}

/** Responds to GET requests with matching paths. With `needsSession`, rejects requests without a session. */
function respondTo(
  paths: RegExp,
  createPageResponse: (exchange: Exchange, count: number) => ProxyResponse | Promise<ProxyResponse>,
  { needsSession = false } = {},
): Mutate {
  return async (exchange, memory) => {
    const { request, naming, forward } = exchange;
    const isUserRead = request.path === naming.user.path;
    if (request.method !== 'GET' || isUserRead || !paths.test(request.path)) return forward();
    if (needsSession && !(await isSession(exchange))) return refusal;
    return createPageResponse(exchange, memory.count('page'));
  };
}

const anyPath = /^\/(?!sandbox|\.well-known)/;
const withSession = { needsSession: true };

const lookalikes: Readonly<Record<string, Mutate>> = {
  'an HTML page at every path': respondTo(anyPath, () => createPage()),
  'an HTML page at every path, for requests with a session': respondTo(
    anyPath,
    () => createPage(),
    withSession,
  ),
  'an HTML page at /user, for requests with a session': respondTo(
    /^\/user$/,
    () => createPage(),
    withSession,
  ),
  'an HTML page that changes each time, for requests with a session': respondTo(
    /^\/user$/,
    (_, count) => createPage(`nonce ${count}`),
    withSession,
  ),
  'a public HTML page that greets a signed-in user': respondTo(/^\/user$/, async (exchange) =>
    createPage((await isSession(exchange)) ? 'Welcome back' : 'Sign in'),
  ),
  'a public empty list': respondTo(/^\/(?:v1|api)\/user$/, () => createResponse(200, [])),
  'a list at every path, for requests with a session': respondTo(
    anyPath,
    () => createResponse(200, []),
    withSession,
  ),
  'a list at every path under /api, for requests with a session': respondTo(
    /^\/api\//,
    () => createResponse(200, []),
    withSession,
  ),
  'a list at every path that starts with /user, for requests with a session': respondTo(
    /^\/user/,
    () => createResponse(200, []),
    withSession,
  ),
  'an empty body, for requests with a session': respondTo(
    /^\/user$/,
    () => createResponse(200, ''),
    withSession,
  ),
};

describe('discovery does not accept as the user read', { timeout: DISCOVERY_TIMEOUT }, () => {
  it.for(Object.entries(lookalikes))('%s', async ([, mutate]) => {
    const deployment = await createSandboxDeployment(targets, 'unusual path', unusualPath);
    const discovered = await discoverMutant(deployment, mutate);
    expect(discovered.value('user.path')).toBeUndefined();
  });
});

const unreadableUsers: Readonly<Record<string, (response: ProxyResponse) => ProxyResponse>> = {
  'with XML': () => createResponse(200, '<user/>', 'application/xml'),
  'with an HTML page about the user': (response) => createPage(response.text),
  'with null': () => createResponse(200, 'null'),
  'with a list': (response) => ({ ...response, text: `[${response.text}]` }),
  'with truncated JSON': (response) => ({ ...response, text: response.text.slice(0, -1) }),
};

describe('discovery finds the user read', { timeout: DISCOVERY_TIMEOUT }, () => {
  it.for(Object.entries(unreadableUsers))('if the user read responds %s', async ([, change]) => {
    const deployment = await createSandboxDeployment(targets, 'opaque', { version: 1, values: {} });
    const discovered = await discoverMutant(deployment, async ({ request, forward }) => {
      const response = await forward();
      return request.operation === 'getUser' && response.status === 200
        ? change(response)
        : response;
    });
    expect(discovered.value('user.path')).toBe('/user');
    expect(discovered.value('user.envelope')).toBeUndefined();
  });

  it('if the user read responds 404 for a user who has just signed up', async () => {
    const deployment = await createSandboxDeployment(targets, 'known', { version: 1, values: {} });
    const discovered = await discoverMutant(deployment, async ({ request, forward }) => {
      const response = await forward();
      const isNew = request.operation === 'getUser' && parseFields(response)['kyc'] === undefined;
      return isNew && response.status === 200
        ? createResponse(404, { message: 'No user.' })
        : response;
    });
    expect(discovered.value('user.path')).toBe('/user');
    expect(discovered.value('user.envelope')).toBe('none');
  });
});
