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
import { discoverMutant } from './use-discovery.ts';

const targets = useTargets();

const createPage = (content = '') =>
  createResponse(200, `<!doctype html><html><body>${content}</body></html>`, 'text/html');
const refusal = createResponse(401, { message: 'Sign in first.' });

/** The run does not try this path of the user read. */
const unusualPath = { version: 1 as const, values: { user: { path: '/accounts/me/user' } } };

/** Returns whether the deployment accepts the bearer token as the session of a user. */
async function isSession({ request, forward, traits }: Exchange): Promise<boolean> {
  if (findBearer(request) === null) return false;
  return (await forward({ ...request, path: traits.user.path })).status === 200;
}

type Respond = (exchange: Exchange, count: number) => ProxyResponse | Promise<ProxyResponse>;

/** Responds to GET requests with matching paths, except the user read. */
function respondTo(paths: RegExp, respond: Respond): Mutate {
  return async (exchange, memory) => {
    const { request, traits, forward } = exchange;
    const isUserRead = request.path === traits.user.path;
    if (request.method !== 'GET' || isUserRead || !paths.test(request.path)) return forward();
    return respond(exchange, memory.increment('page'));
  };
}

/** Responds like `respondTo`, but rejects requests without a session. */
function respondToSessions(paths: RegExp, respond: Respond): Mutate {
  return respondTo(paths, async (exchange, count) =>
    (await isSession(exchange)) ? respond(exchange, count) : refusal,
  );
}

const anyPath = /^\/(?!sandbox|\.well-known)/;
const returnList = () => createResponse(200, []);

const publicLookalikes: Readonly<Record<string, Mutate>> = {
  'an HTML page at every path': respondTo(anyPath, () => createPage()),
  'an HTML page that greets a signed-in user': respondTo(/^\/user$/, async (exchange) =>
    createPage((await isSession(exchange)) ? 'Welcome back' : 'Sign in'),
  ),
  'an empty list': respondTo(/^\/(?:v1|api)\/user$/, returnList),
};

const sessionLookalikes: Readonly<Record<string, Mutate>> = {
  'an HTML page at every path': respondToSessions(anyPath, () => createPage()),
  'an HTML page at /user': respondToSessions(/^\/user$/, () => createPage()),
  'an HTML page that changes each time': respondToSessions(/^\/user$/, (_, count) =>
    createPage(`nonce ${count}`),
  ),
  'a list at every path': respondToSessions(anyPath, returnList),
  'a list at every path under /api': respondToSessions(/^\/api\//, returnList),
  'a list at every path that starts with /user': respondToSessions(/^\/user/, returnList),
  'an empty body': respondToSessions(/^\/user$/, () => createResponse(200, '')),
};

async function expectNoUserRead(mutate: Mutate): Promise<void> {
  const deployment = await createSandboxDeployment(targets, 'unusual path', unusualPath);
  const discovered = await discoverMutant(deployment, mutate);
  expect(discovered.getValue('user.path')).toBeUndefined();
}

describe('discovery finds no user read in', () => {
  it.for(Object.entries(publicLookalikes))('%s, which requires no session', ([, mutate]) =>
    expectNoUserRead(mutate),
  );

  it.for(Object.entries(sessionLookalikes))('%s, which requires a session', ([, mutate]) =>
    expectNoUserRead(mutate),
  );
});

const unreadableUsers: Readonly<Record<string, (response: ProxyResponse) => ProxyResponse>> = {
  'with XML': () => createResponse(200, '<user/>', 'application/xml'),
  'with an HTML page about the user': (response) => createPage(response.text),
  'with null': () => createResponse(200, 'null'),
  'with a list': (response) => ({ ...response, text: `[${response.text}]` }),
  'with truncated JSON': (response) => ({ ...response, text: response.text.slice(0, -1) }),
};

describe('discovery finds the user read', () => {
  it.for(Object.entries(unreadableUsers))('if the user read responds %s', async ([, change]) => {
    const deployment = await createSandboxDeployment(targets);
    const discovered = await discoverMutant(deployment, async ({ request, forward }) => {
      const response = await forward();
      return request.operation === 'getUser' && response.status === 200
        ? change(response)
        : response;
    });
    expect(discovered.getValue('user.path')).toBe('/user');
    expect(discovered.getValue('user.envelope')).toBeUndefined();
  });

  it('if the user read responds 404 for a user who has just signed up', async () => {
    const deployment = await createSandboxDeployment(targets);
    const discovered = await discoverMutant(deployment, async ({ request, forward }) => {
      const response = await forward();
      const isNew = request.operation === 'getUser' && parseFields(response)['kyc'] === undefined;
      return isNew && response.status === 200
        ? createResponse(404, { message: 'No user.' })
        : response;
    });
    expect(discovered.getValue('user.path')).toBe('/user');
    expect(discovered.getValue('user.envelope')).toBe('none');
  });
});
