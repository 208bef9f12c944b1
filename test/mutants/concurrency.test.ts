/** The concurrency of checks, as observed by the server. */
import { describe, expect, it } from 'vitest';
import { check, section } from '../../conformance/define-check.ts';
import type { RunOutcome } from '../../conformance/outcome.ts';
import { sandboxDeployment, type Deployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import { findBearer, isAccepted, findUserId, withHeaders } from './exchange.ts';
import type { Mutate } from './mutate.ts';
import { listAlarms, runAgainst } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();
const inOrder = () => sandboxDeployment(targets, 'default', dialects.default);

interface Watched {
  readonly outcome: RunOutcome;
  /** Maximum number of requests in flight during detection, and during checks. */
  readonly most: { discovering: number; checking: number };
  /** The wallets added while checks ran, with their user and the last user who signed in. */
  readonly added: readonly { user: string | undefined; last: string | undefined }[];
}

async function runWatched(
  deployment: Deployment,
  settings: { concurrency: number; only: readonly string[] },
  sessionOfAdding: 'heeded' | 'ignored' = 'heeded',
): Promise<Watched> {
  const most = { discovering: 0, checking: 0 };
  const added: { user: string | undefined; last: string | undefined }[] = [];
  const users = new Map<string, string>();
  const last = new Map<string, string>();
  let phase: keyof typeof most = 'discovering';
  let underWay = 0;
  const watch: Mutate = async ({ request, forward }) => {
    underWay += 1;
    most[phase] = Math.max(most[phase], underWay);
    const isAdding = request.operation === 'addWalletToUser';
    const isBare = isAdding && sessionOfAdding === 'ignored';
    const response = await forward(
      isBare ? withHeaders(request, { authorization: undefined }) : request,
    );
    underWay -= 1;
    const client = request.headers['service-client-id'] ?? '';
    const user = isAccepted(response) ? findUserId(response) : null;
    if (user !== null && request.operation !== 'getUser') {
      last.set(client, user);
      const session: unknown = JSON.parse(response.text).sessionJwt;
      if (typeof session === 'string') users.set(session, user);
    }
    if (phase === 'checking' && isAdding && isAccepted(response)) {
      added.push({ user: users.get(findBearer(request) ?? ''), last: last.get(client) });
    }
    return response;
  };
  const outcome = await runAgainst(deployment, watch, {
    settings,
    ports: {
      watch: ({ kind }) => {
        if (kind === 'checked') phase = 'checking';
      },
    },
  });
  return { outcome, most, added };
}

/** Checks that add wallets, and others that sign in meanwhile. */
const only = ['2.3', '3.wallet', '4.2', '4.3'];

describe('§4.3 checks that add wallets', { timeout: 60_000 }, () => {
  it('run concurrently if the session identifies the user of a wallet', async () => {
    const { outcome, added } = await runWatched(await inOrder(), { concurrency: 4, only });
    expect(listAlarms(outcome)).toEqual([]);
    expect(added.length).toBeGreaterThan(10);
    // A request without a session would add a wallet to the user of another check.
    expect(added.filter(({ user }) => user === undefined)).toEqual([]);
    expect(added.some(({ user, last }) => user !== last)).toBe(true);
  });

  it('run without another sign-in in between if the last sign-in decides', async () => {
    const settings = { concurrency: 4, only };
    const { outcome, added } = await runWatched(await inOrder(), settings, 'ignored');
    expect(listAlarms(outcome)).toEqual([]);
    expect(added.length).toBeGreaterThan(10);
    expect(added.filter(({ user, last }) => user !== last)).toEqual([]);
  });

  it('run again alone before they fail', async () => {
    const begun: string[] = [];
    const underWay = new Set<string>();
    const word = (name: string) => ({ requirement: '4.3.call.adds', part: name, title: name });
    const looked: string[] = [];
    const tick = () => new Promise((resolve) => setImmediate(resolve));
    const adding = check({
      ...word('adding'),
      exclusive: 'unlessSessionIdentifiesUser',
      async run(t) {
        begun.push('adding');
        while (looked.length === 0 && underWay.size === 0) await tick();
        looked.push('adding');
        t.assert(underWay.size === 0, 'another check runs at the same time');
      },
    });
    const other = check({
      ...word('other'),
      exclusive: 'never',
      async run(t) {
        underWay.add('other');
        while (looked.length === 0) await tick();
        underWay.delete('other');
        t.assert(true, '');
      },
    });
    const broken = check({
      ...word('broken'),
      exclusive: 'unlessSessionIdentifiesUser',
      async run(t) {
        begun.push('broken');
        t.assert(false, 'it is broken');
      },
    });
    const leaking = check({
      ...word('leaking'),
      exclusive: 'unlessSessionIdentifiesUser',
      async run(t) {
        begun.push('leaking');
        t.assertNever(true, 'what nothing excuses');
      },
    });
    const deployment = await inOrder();
    const { results } = await runAgainst(deployment, null, {
      assumedDialect: deployment.dialect,
      sections: [section('4.3', 'Adding', [other, adding, broken, leaking])],
    });
    const verdicts = Object.fromEntries(results.map(({ title, verdict }) => [title, verdict]));
    const expected = { adding: 'pass', other: 'pass', broken: 'fail', leaking: 'fail' };
    expect(verdicts).toMatchObject(expected);
    expect(begun.toSorted()).toEqual(['adding', 'adding', 'broken', 'broken', 'leaking']);
  });
});

describe('§8 checks that need codes', () => {
  it('run one at a time if there are few destinations, concurrently with wallet checks', async () => {
    const runningTitles = new Set<string>();
    const wallets: string[] = [];
    const word = (title: string) => ({ requirement: '4.3.call.adds', part: title, title });
    const codeChecks = ['first', 'second'].map((title) =>
      check({
        ...word(title),
        operation: 'sendSmsOtp',
        async run(t) {
          runningTitles.add(title);
          // It ends only when a wallet check runs concurrently, at which point another OTP check could run, too.
          while (wallets.length === 0) await new Promise((resolve) => setImmediate(resolve));
          t.assert(runningTitles.size === 1, 'another check needs a code at the same time');
          runningTitles.delete(title);
        },
      }),
    );
    const walletCheck = check({
      ...word('wallet'),
      operation: 'startWalletAuth',
      async run(t) {
        wallets.push('begun');
        t.assert(runningTitles.size === 1, 'expected exactly one running check that needs a code');
      },
    });
    const deployment = await inOrder();
    const { results } = await runAgainst(deployment, null, {
      assumedDialect: deployment.dialect,
      settings: {
        concurrency: 4,
        destinations: { phoneNumbers: ['+12025550199'], emailAddresses: [] },
      },
      sections: [section('4.3', 'Adding', [...codeChecks, walletCheck])],
    });
    const verdicts = Object.fromEntries(results.map(({ title, verdict }) => [title, verdict]));
    expect(verdicts).toMatchObject({ first: 'pass', second: 'pass', wallet: 'pass' });
  });
});

describe('--concurrency', { timeout: 60_000 }, () => {
  it('of 1 allows one request at a time, during discovery and checks', async () => {
    const { most } = await runWatched(await inOrder(), { concurrency: 1, only: ['2.3', '4.3'] });
    expect(most).toEqual({ discovering: 1, checking: 1 });
  });

  it('of 3 allows at most three requests at a time', async () => {
    const { most } = await runWatched(await inOrder(), { concurrency: 3, only: ['2.3', '4.3'] });
    expect(most).toEqual({ discovering: 3, checking: 3 });
  });
});
