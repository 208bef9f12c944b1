/** For random legal users (§2.7, §3, §7), the sandbox behaves as the expectations of the user say. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Dialect } from '../../src/dialect/dialect.ts';
import type { Expectations } from '../../src/domain/expectations.ts';
import { selectByLength } from '../setup/test-length.ts';
import { useSandbox } from '../sandbox.ts';
import type { ClientApp, HttpResponse, TestWorkspace } from '../sandbox.ts';
import { createDialect } from '../scenarios/loading.ts';
import { withSeed } from '../setup/seeded.ts';
import { createAttempts, signInForSession } from './attempts.ts';
import type { Account } from './attempts.ts';
import { createLegalUsers } from './legal-users.ts';

const sandbox = useSandbox({ scenario: ['empty'] });

const dialects = {
  'the default dialect': {},
  'a dialect that restricts every write': {
    flags: { fraudRestricts: ['addWallet', 'verifyWallet', 'addPhone', 'linkClient'] },
  },
  'a dialect that withholds nothing, has its own flags and begins KYC with IN_REVIEW': {
    kyc: { beforeSubmission: 'IN_REVIEW' },
    flags: {
      withhold: [],
      fraudRestricts: ['addWallet'],
      catalogue: [
        { code: 'F0000', category: null, title: 'Flagged', message: 'Call us.' },
        { code: 'STOLEN', category: 'Fraud', title: 'Stolen', message: 'Call us.' },
        { code: 'BLURRED', category: 'KYC Review', title: 'Blurred', message: 'Try again.' },
        { code: 'BOUNCED', category: 'Transaction Processing', title: 'No', message: 'Pay.' },
      ],
    },
  },
};

describe.each(Object.entries(dialects))('in %s', async (_, values) => {
  const dialect = await createDialect(values);
  interface TestCase {
    readonly user: object;
    /** The time of the requests: before or after settlements are due. */
    readonly advance: string;
    readonly clientId: string;
  }

  const testCases = fc.record<TestCase>({
    user: createLegalUsers(dialect),
    advance: fc.constantFrom('PT0S', 'PT2H'),
    clientId: fc.constantFrom('wallet-app', 'exchange-app'),
  });

  /** Creates a workspace with the user, which fails if the user is not legal. */
  async function createWorkspace({ user, advance }: TestCase): Promise<TestWorkspace> {
    const scenario = { name: 'legal', users: [user] };
    const workspace = await sandbox.workspace({ scenario, dialect: values });
    await workspace.control('/clock', { method: 'PATCH', body: { advance, frozen: true } });
    return workspace;
  }

  it('the user read returns exactly the visible data', { timeout: 20_000 }, () =>
    fc.assert(
      fc.asyncProperty(testCases, async (testCase) => {
        const workspace = await createWorkspace(testCase);
        const app = workspace.client(testCase.clientId);
        const session = await runWithoutFraud(workspace, (account) =>
          signInForSession(account, workspace, app),
        );
        const account = await readAccount(workspace);
        const expectations = await readExpectations(workspace, app);
        const { status, body: user } = await app.readUser(session);
        expect(status).toBe(200);
        expectVisibleData(user, account, expectations, dialect);
        expectNextSteps(user, account, expectations);
      }),
      withSeed(selectByLength({ short: 8, long: 40 })),
    ),
  );

  it('requests with restricted writes are rejected, and no others', { timeout: 20_000 }, () =>
    fc.assert(
      fc.asyncProperty(testCases, fc.nat(), async (testCase, choice) => {
        const workspace = await createWorkspace(testCase);
        const app = workspace.client(testCase.clientId);
        const attempts = createAttempts(await readAccount(workspace), testCase.clientId);
        const attempt = attempts[choice % attempts.length]!;
        const send = await runWithoutFraud(workspace, () => attempt.prepare(workspace, app));

        const { restrictedWrites } = await readExpectations(workspace, app);
        const before = await readState(workspace);
        const response = await send();
        const isRestricted = restrictedWrites.some(
          ({ operation, write }) =>
            operation === attempt.operation && attempt.writes.includes(write),
        );
        expect(describeOutcome(response)).toBe(isRestricted ? 'fraud' : 'accepted');
        if (isRestricted || attempt.writes.length === 0) {
          expect(await readState(workspace)).toEqual(before);
        }
      }),
      withSeed(selectByLength({ short: 15, long: 100 })),
    ),
  );
});

/** §7.2, §7.3: expects that the user read omits only the data that the expectations withhold. */
function expectVisibleData(
  user: object,
  account: Account,
  expectations: Expectations,
  { kyc: { beforeSubmission } }: Dialect,
): void {
  const { phoneNumber, emailAddress, personalInformation, kyc } = account;
  const identities = {
    ...(phoneNumber && { phoneNumber }),
    ...(emailAddress && { emailAddress }),
  };
  expect(user).toEqual({
    id: account.id,
    createTime: account.createTime,
    updateTime: account.updateTime,
    ...(phoneNumber && { phoneMask: '******0143' }),
    ...(emailAddress && { emailMask: 's***@example.test' }),
    ...(kyc && { kyc }),
    ...(kyc === null && beforeSubmission !== 'omit' && { kyc: { status: beforeSubmission } }),
    flags: expectations.messages.map(({ flag: code, category }) => ({
      code,
      ...(category && { category }),
    })),
    ...(expectations.personalInformation === 'visible' && {
      personalInformation: { ...personalInformation, ...identities },
    }),
    wallets: account.wallets.map(({ address, network, type, status }) => ({
      walletAddress: address,
      ...(network && { walletNetwork: network }),
      ...(type && { walletType: type }),
      status,
    })),
    transactions: account.transactions.map(({ key: _key, returned: _returned, ...rest }) => rest),
  });
  expect(expectations.onboarding).toBe(kyc === null ? 'required' : 'skipped');
  expect(expectations.transactionHistory).toBe('visible');
}

/** Expects the next steps that a client can derive from the user read (§3). */
function expectNextSteps(
  user: HttpResponse['body'],
  { kyc }: Account,
  { next, writes }: Expectations,
): void {
  const statuses = user.transactions.map(
    ({ cryptoStatus }: { cryptoStatus: string }) => cryptoStatus,
  );
  const hasUnverifiedWallet = user.wallets.some(
    ({ status }: { status: string }) => status === 'unverified',
  );
  const steps = next.map(({ action, clause }) => `${action} §${clause}`);
  const expectStep = (step: string, isExpected: boolean) =>
    expect([step, steps.includes(step)]).toEqual([step, isExpected]);
  expectStep('readUserAgain §3', statuses.includes('PENDING'));
  expectStep('reviewFlags §3', statuses.includes('FAILED'));
  expectStep('readUserAgain §3.1', user.kyc?.status === 'IN_REVIEW');
  expectStep('reviewFlags §3.2', ['IN_REVIEW', 'DECLINED'].includes(user.kyc?.status));
  expectStep('showMessage §7.1', user.flags.length > 0);
  expectStep('submitKyc §3.1', kyc === null && writes === 'allowed');
  if (writes === 'allowed') expectStep('verifyWallet §3', hasUnverifiedWallet);
}

/** Removes the Fraud flags, which can prevent a sign-in, while a function runs. */
async function runWithoutFraud<Result>(
  workspace: TestWorkspace,
  run: (account: Account) => Promise<Result>,
): Promise<Result> {
  const account = await readAccount(workspace);
  const fraud = account.flags.flatMap(({ code, category }) => (category === 'Fraud' ? [code] : []));
  if (fraud.length === 0) return run(account);
  await update({ removeFlags: fraud });
  const result = await run(account);
  await update({ addFlags: fraud });
  return result;

  function update(body: object): Promise<HttpResponse> {
    return workspace.control('/users/someone', { method: 'PATCH', body });
  }
}

async function readAccount(workspace: TestWorkspace): Promise<Account> {
  return (await workspace.readUser('someone')).body;
}

async function readExpectations(workspace: TestWorkspace, app: ClientApp): Promise<Expectations> {
  return (await workspace.control(`/users/someone/expectations?clientId=${app.id}`)).body;
}

/** Returns all accounts, and the ids of all sent messages. */
async function readState(workspace: TestWorkspace): Promise<unknown> {
  const [users, inbox] = await Promise.all([
    workspace.control('/users'),
    workspace.control('/inbox'),
  ]);
  return { users: users.body, sent: inbox.body.items.map(({ id }: { id: string }) => id) };
}

/** Returns `accepted`, `fraud` for a restriction by a Fraud flag (§7.4), or another error. */
function describeOutcome({ status, body }: HttpResponse): string {
  if (status < 300) return 'accepted';
  const isFraud =
    body.code === 'flagRestricts' || body.details?.[0]?.rule === 'fraud-restricts-writes';
  return isFraud ? 'fraud' : `${status} ${body.code}`;
}
