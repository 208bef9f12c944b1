/** Which checks run at the same time, and how many requests are sent at the same time. */
import { describe, expect, it } from 'vitest';
import { check, section } from '../../conformance/define-check.ts';
import type { RunOutcome } from '../../conformance/outcome.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import { createSandboxDeployment, type Deployment } from './deployments.ts';
import { findBearer, isAccepted, findUserId, withHeaders } from './exchange.ts';
import type { Mutate } from './mutate.ts';
import { listFalseFailures, runAgainst, runMutated } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();
const createDeployment = () => createSandboxDeployment(targets);

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

/** Returns the required fields of a check. */
const createCheckFields = (title: string) => ({
  requirement: '4.3.operation.adds',
  part: title,
  title,
});

const listVerdicts = ({ results }: RunOutcome) =>
  Object.fromEntries(results.map(({ title, verdict }) => [title, verdict]));

interface AddedWallet {
  readonly user: string | undefined;
  /** The user who had signed in last when the wallet was added. */
  readonly lastSignedIn: string | undefined;
}

interface WatchedRun {
  readonly outcome: RunOutcome;
  readonly maxInFlight: { discovering: number; checking: number };
  /** The wallets that checks added. */
  readonly addedWallets: readonly AddedWallet[];
}

/** Runs checks. With `ignoresSession`, addWalletToUser adds the wallet to the user who signed in last. */
async function runWatched(
  deployment: Deployment,
  { ignoresSession = false, ...settings }: Partial<ConformSettings> & { ignoresSession?: boolean },
): Promise<WatchedRun> {
  const maxInFlight = { discovering: 0, checking: 0 };
  const addedWallets: AddedWallet[] = [];
  const usersBySession = new Map<string, string>();
  const lastSignedIn = new Map<string, string>();
  let phase: keyof typeof maxInFlight = 'discovering';
  let inFlight = 0;
  const watch: Mutate = async ({ request, forward }) => {
    inFlight += 1;
    maxInFlight[phase] = Math.max(maxInFlight[phase], inFlight);
    const isAddWallet = request.operation === 'addWalletToUser';
    const response = await forward(
      isAddWallet && ignoresSession ? withHeaders(request, { authorization: undefined }) : request,
    );
    inFlight -= 1;
    const client = request.headers['service-client-id'] ?? '';
    const user = isAccepted(response) ? findUserId(response) : null;
    if (user !== null && request.operation !== 'getUser') {
      lastSignedIn.set(client, user);
      const session: unknown = JSON.parse(response.text).sessionJwt;
      if (typeof session === 'string') usersBySession.set(session, user);
    }
    if (phase === 'checking' && isAddWallet && isAccepted(response)) {
      addedWallets.push({
        user: usersBySession.get(findBearer(request) ?? ''),
        lastSignedIn: lastSignedIn.get(client),
      });
    }
    return response;
  };
  const outcome = await runMutated(deployment, watch, {
    settings,
    ports: {
      // The first finished check shows that discovery is over.
      onProgress: ({ kind }) => {
        if (kind === 'checked') phase = 'checking';
      },
    },
  });
  return { outcome, maxInFlight, addedWallets };
}

/** Checks that add wallets, and checks that sign in at the same time. */
const only = ['2.3', '3.wallet', '4.2', '4.3'];

describe('§4.3 checks that add wallets', () => {
  it('run concurrently if the session identifies the user of a wallet', async () => {
    const settings = { concurrency: 4, only };
    const { outcome, addedWallets } = await runWatched(await createDeployment(), settings);
    expect(listFalseFailures(outcome)).toEqual([]);
    expect(addedWallets.length).toBeGreaterThan(10);
    // A request without a session would add a wallet to the user of another check.
    expect(addedWallets.filter(({ user }) => user === undefined)).toEqual([]);
    expect(addedWallets.some(({ user, lastSignedIn }) => user !== lastSignedIn)).toBe(true);
  });

  it('run without sign-ins of other checks if the user who signed in last gets the wallet', async () => {
    const settings = { concurrency: 4, only, ignoresSession: true };
    const { outcome, addedWallets } = await runWatched(await createDeployment(), settings);
    expect(listFalseFailures(outcome)).toEqual([]);
    expect(addedWallets.length).toBeGreaterThan(10);
    expect(addedWallets.filter(({ user, lastSignedIn }) => user !== lastSignedIn)).toEqual([]);
  });

  it('run again without other checks before they fail', async () => {
    const started: string[] = [];
    const state = { isOtherRunning: false, hasAddingRun: false };
    const adding = check({
      ...createCheckFields('adding'),
      exclusive: 'unlessSessionIdentifiesUser',
      async run(t) {
        started.push('adding');
        // The first run waits until `other` runs, and fails. The second run does not wait.
        while (!state.hasAddingRun && !state.isOtherRunning) await nextTick();
        state.hasAddingRun = true;
        t.assert(!state.isOtherRunning, 'another check runs at the same time');
      },
    });
    const other = check({
      ...createCheckFields('other'),
      exclusive: 'never',
      async run(t) {
        state.isOtherRunning = true;
        while (!state.hasAddingRun) await nextTick();
        state.isOtherRunning = false;
        t.assert(true, '');
      },
    });
    const broken = check({
      ...createCheckFields('broken'),
      exclusive: 'unlessSessionIdentifiesUser',
      async run(t) {
        started.push('broken');
        t.assert(false, 'broken');
      },
    });
    const leaking = check({
      ...createCheckFields('leaking'),
      exclusive: 'unlessSessionIdentifiesUser',
      async run(t) {
        started.push('leaking');
        // assertNever fails the check without a second run.
        t.assertNever(true, 'leaking');
      },
    });
    const deployment = await createDeployment();
    const outcome = await runAgainst(deployment, {
      assumedDialect: deployment.dialect,
      sections: [section('4.3', 'Adding', [other, adding, broken, leaking])],
    });
    const expected = { adding: 'pass', other: 'pass', broken: 'fail', leaking: 'fail' };
    expect(listVerdicts(outcome)).toMatchObject(expected);
    expect(started.toSorted()).toEqual(['adding', 'adding', 'broken', 'broken', 'leaking']);
  });
});

describe('§8 checks that need codes', () => {
  it('run one at a time if there are few destinations; wallet checks run meanwhile', async () => {
    const runningTitles = new Set<string>();
    const state = { hasWalletCheckRun: false };
    const codeChecks = ['first', 'second'].map((title) =>
      check({
        ...createCheckFields(title),
        operation: 'sendSmsOtp',
        async run(t) {
          runningTitles.add(title);
          // Waits for the wallet check, so that the other OTP check has time to start.
          while (!state.hasWalletCheckRun) await nextTick();
          t.assert(runningTitles.size === 1, 'another check needs a code at the same time');
          runningTitles.delete(title);
        },
      }),
    );
    const walletCheck = check({
      ...createCheckFields('wallet'),
      operation: 'startWalletAuth',
      async run(t) {
        state.hasWalletCheckRun = true;
        t.assert(runningTitles.size === 1, 'expected exactly one running check that needs a code');
      },
    });
    const deployment = await createDeployment();
    const outcome = await runAgainst(deployment, {
      assumedDialect: deployment.dialect,
      settings: {
        concurrency: 4,
        destinations: { phoneNumbers: ['+12025550199'], emailAddresses: [] },
      },
      sections: [section('4.3', 'Adding', [...codeChecks, walletCheck])],
    });
    expect(listVerdicts(outcome)).toMatchObject({ first: 'pass', second: 'pass', wallet: 'pass' });
  });
});

describe('--concurrency', () => {
  it.each([1, 3])('of %i allows this many requests at a time, and no more', async (concurrency) => {
    const settings = { concurrency, only: ['2.3', '4.3'] };
    const { maxInFlight } = await runWatched(await createDeployment(), settings);
    expect(maxInFlight).toEqual({ discovering: concurrency, checking: concurrency });
  });
});
