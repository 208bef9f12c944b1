/** Paths that resemble the user read, and user reads that do not. */
import { describe, expect, it } from 'vitest';
import { answerWith, bearerOf, fieldsOf, type Answered, type Exchange } from '../exchange.ts';
import type { Mutate } from '../mutate.ts';
import { startMutant } from '../mutant-proxy.ts';
import { sandboxDeployment } from '../deployments.ts';
import { useTargets } from '../sandbox-targets.ts';
import { discoverAt, DISCOVERY_TIMEOUT } from './discovering.ts';

const targets = useTargets();

const page = (words = '') =>
  answerWith(200, `<!doctype html><html><body>${words}</body></html>`, 'text/html');
const refusal = answerWith(401, { message: 'Sign in first.' });

/** The user read is at an unusual path; other responses to GET are not part of the interface. */
const elsewhere = { version: 1 as const, values: { user: { path: '/accounts/me/user' } } };

/** Whether the deployment takes the bearer for the session of a user. */
async function isSession({ asked, forward, words }: Exchange): Promise<boolean> {
  if (bearerOf(asked) === null) return false;
  return (await forward({ ...asked, path: words.user.path })).status === 200;
}

/** Responds to GET below some paths, to all clients or only with a session. */
function beside(
  paths: RegExp,
  response: (exchange: Exchange, count: number) => Answered | Promise<Answered>,
  { guarded = false } = {},
): Mutate {
  return async (exchange, memory) => {
    const { asked, words, forward } = exchange;
    const isMine = asked.method === 'GET' && asked.path !== words.user.path;
    if (!isMine || !paths.test(asked.path)) return forward();
    if (guarded && !(await isSession(exchange))) return refusal;
    return response(exchange, memory.count('page'));
  };
}

const anything = /^\/(?!sandbox|\.well-known)/;
const guarded = { guarded: true };

const lookalikes: Readonly<Record<string, Mutate>> = {
  'a page for every path': beside(anything, () => page()),
  'a page for every path, for sessions': beside(anything, () => page(), guarded),
  'a page under /user, for sessions': beside(/^\/user$/, () => page(), guarded),
  'a page that is another each time, for sessions': beside(
    /^\/user$/,
    (_, count) => page(`nonce ${count}`),
    guarded,
  ),
  'a page for everybody that greets who has a session': beside(/^\/user$/, async (exchange) =>
    page((await isSession(exchange)) ? 'Welcome back' : 'Sign in'),
  ),
  'an empty list for everybody': beside(/^\/(?:v1|api)\/user$/, () => answerWith(200, [])),
  'a list for every path, for sessions': beside(anything, () => answerWith(200, []), guarded),
  'a list for every path under /api, for sessions': beside(
    /^\/api\//,
    () => answerWith(200, []),
    guarded,
  ),
  'a list for every path that begins with /user, for sessions': beside(
    /^\/user/,
    () => answerWith(200, []),
    guarded,
  ),
  'nothing, for sessions': beside(/^\/user$/, () => answerWith(200, ''), guarded),
};

describe('a user read is not taken for found', { timeout: DISCOVERY_TIMEOUT }, () => {
  it.for(Object.entries(lookalikes))('where there is %s', async ([, mutate]) => {
    const deployment = await sandboxDeployment(targets, 'elsewhere', elsewhere);
    const discovered = await discoveredBehind(deployment, mutate);
    expect(discovered.value('user.path')).toBeUndefined();
  });
});

const opaque: Readonly<Record<string, (response: Answered) => Answered>> = {
  'as XML': () => answerWith(200, '<user/>', 'application/xml'),
  'as a page about the user': (response) => page(response.text),
  'as null': () => answerWith(200, 'null'),
  'as a list': (response) => ({ ...response, text: `[${response.text}]` }),
  'as JSON that ends too early': (response) => ({ ...response, text: response.text.slice(0, -1) }),
};

describe('a user read is found', { timeout: DISCOVERY_TIMEOUT }, () => {
  it.for(Object.entries(opaque))('that answers %s', async ([, change]) => {
    const deployment = await sandboxDeployment(targets, 'opaque', { version: 1, values: {} });
    const discovered = await discoveredBehind(deployment, async ({ asked, forward }) => {
      const response = await forward();
      return asked.operation === 'getUser' && response.status === 200 ? change(response) : response;
    });
    expect(discovered.value('user.path')).toBe('/user');
    expect(discovered.value('user.envelope')).toBeUndefined();
  });

  it('that shows nobody who is new', async () => {
    const deployment = await sandboxDeployment(targets, 'known', { version: 1, values: {} });
    const discovered = await discoveredBehind(deployment, async ({ asked, forward }) => {
      const response = await forward();
      const isNew = asked.operation === 'getUser' && fieldsOf(response)['kyc'] === undefined;
      return isNew && response.status === 200 ? answerWith(404, { message: 'No user.' }) : response;
    });
    expect(discovered.value('user.path')).toBe('/user');
    expect(discovered.value('user.envelope')).toBe('none');
  });
});

async function discoveredBehind(
  deployment: Awaited<ReturnType<typeof sandboxDeployment>>,
  mutate: Mutate,
) {
  const running = await deployment.start();
  const proxy = await startMutant(running.target, running.words, mutate);
  try {
    return await discoverAt(running.settings(proxy.url));
  } finally {
    await proxy.close();
    await running.close();
  }
}
