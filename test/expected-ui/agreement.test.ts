/**
 * The sandbox behaves as the expectations of a user say: over random legal users (§2.7, §3, §7), in several
 * dialects.
 */
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
  'a dialect that withholds nothing, with codes of its own, where KYC begins IN_REVIEW': {
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
  /** A user, the time of the read (before or after settlements are due), and the client. */
  const cases = {
    user: createLegalUsers(dialect),
    after: fc.constantFrom('PT0S', 'PT2H'),
    clientId: fc.constantFrom('wallet-app', 'exchange-app'),
  };

  interface Case {
    readonly user: object;
    readonly after: string;
    readonly clientId: string;
  }

  /** The workspace of a case; that it loads shows that the user is legal. */
  async function createWorkspace({ user, after }: Case): Promise<TestWorkspace> {
    const scenario = { name: 'legal', users: [user] };
    const workspace = await sandbox.workspace({ scenario, dialect: values });
    await workspace.control('/clock', { method: 'PATCH', body: { advance: after, frozen: true } });
    return workspace;
  }

  it('the user read returns exactly the data that is declared visible', { timeout: 20_000 }, () =>
    fc.assert(
      fc.asyncProperty(fc.record(cases), async (given) => {
        const workspace = await createWorkspace(given);
        const app = workspace.client(given.clientId);
        const session = await runWithoutFraud(workspace, (account) =>
          signInForSession(account, workspace, app),
        );
        const account = await readAccount(workspace);
        const expected = await readExpectations(workspace, app);
        const { status, body: shown } = await app.readUser(session);
        expect(status).toBe(200);
        expectShown(shown, account, expected, dialect);
        expectNext(shown, account, expected);
      }),
      withSeed(selectByLength({ short: 8, long: 40 })),
    ),
  );

  it('requests are rejected exactly where it is declared', { timeout: 20_000 }, () =>
    fc.assert(
      fc.asyncProperty(fc.record(cases), fc.nat(), async (given, choice) => {
        const workspace = await createWorkspace(given);
        const app = workspace.client(given.clientId);
        const attempts = createAttempts(await readAccount(workspace), given.clientId);
        const attempt = attempts[choice % attempts.length];
        if (attempt === undefined) throw new RangeError('there is nothing to try');
        const send = await runWithoutFraud(workspace, () => attempt.prepare(workspace, app));

        const { restrictedWrites } = await readExpectations(workspace, app);
        const before = await readState(workspace);
        const response = await send();
        const isRefused = restrictedWrites.some(
          ({ operation, write }) =>
            operation === attempt.operation && attempt.writes.includes(write),
        );
        expect(describeRefusal(response)).toBe(isRefused ? 'fraud' : 'accepted');
        if (isRefused || attempt.writes.length === 0) {
          expect(await readState(workspace)).toEqual(before);
        }
      }),
      withSeed(selectByLength({ short: 15, long: 100 })),
    ),
  );
});

/** §7.2, §7.3: only data that is declared withheld is omitted. */
function expectShown(
  shown: object,
  account: Account,
  expected: Expectations,
  { kyc: { beforeSubmission } }: Dialect,
): void {
  const { phoneNumber, emailAddress, personalInformation, kyc } = account;
  expect(shown).toEqual({
    id: account.id,
    createTime: account.createTime,
    updateTime: account.updateTime,
    ...(phoneNumber && { phoneMask: '******0143' }),
    ...(emailAddress && { emailMask: 's***@example.test' }),
    ...(kyc && { kyc }),
    ...(kyc === null && beforeSubmission !== 'omit' && { kyc: { status: beforeSubmission } }),
    flags: expected.messages.map(({ flag: code, category }) => ({
      code,
      ...(category && { category }),
    })),
    ...(expected.personalInformation === 'visible' && {
      personalInformation: {
        ...personalInformation,
        ...(phoneNumber && { phoneNumber }),
        ...(emailAddress && { emailAddress }),
      },
    }),
    wallets: account.wallets.map(({ address, network, type, status }) => ({
      walletAddress: address,
      ...(network && { walletNetwork: network }),
      ...(type && { walletType: type }),
      status,
    })),
    transactions: account.transactions.map(({ key: _key, returned: _returned, ...rest }) => rest),
  });
  expect(expected.onboarding).toBe(kyc === null ? 'required' : 'skipped');
  expect(expected.transactionHistory).toBe('visible');
}

/** What a client can derive from the user read alone (§3) equals the expectations. */
function expectNext(
  shown: HttpResponse['body'],
  { kyc }: Account,
  { next, writes }: Expectations,
): void {
  const statuses = shown.transactions.map(
    ({ cryptoStatus }: { cryptoStatus: string }) => cryptoStatus,
  );
  const isUnverified = shown.wallets.some(
    ({ status }: { status: string }) => status === 'unverified',
  );
  const steps = next.map(({ action, clause }) => `${action} §${clause}`);
  const expectStep = (step: string, when: boolean) =>
    expect([step, steps.includes(step)]).toEqual([step, when]);
  expectStep('readUserAgain §3', statuses.includes('PENDING'));
  expectStep('reviewFlags §3', statuses.includes('FAILED'));
  expectStep('readUserAgain §3.1', shown.kyc?.status === 'IN_REVIEW');
  expectStep('reviewFlags §3.2', ['IN_REVIEW', 'DECLINED'].includes(shown.kyc?.status));
  expectStep('showMessage §7.1', shown.flags.length > 0);
  expectStep('submitKyc §3.1', kyc === null && writes === 'allowed');
  if (writes === 'allowed') expectStep('verifyWallet §3', isUnverified);
}

/** Runs a function while the account has no Fraud flags, which can prevent a sign-in. */
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

/** The state of all accounts, and all sent messages. */
async function readState(workspace: TestWorkspace): Promise<unknown> {
  const [users, inbox] = await Promise.all([
    workspace.control('/users'),
    workspace.control('/inbox'),
  ]);
  return { users: users.body, sent: inbox.body.items.map(({ id }: { id: string }) => id) };
}

/** §7.4: the reason for which a request was rejected, if it was. */
function describeRefusal({ status, body }: HttpResponse): string {
  if (status < 300) return 'accepted';
  const isFraud =
    body.code === 'flagRestricts' || body.details?.[0]?.rule === 'fraud-restricts-writes';
  return isFraud ? 'fraud' : `${status} ${body.code}`;
}
