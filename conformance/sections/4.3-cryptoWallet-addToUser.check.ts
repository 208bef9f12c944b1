import { needsSession } from '../../src/dialect/bearer-use.ts';
import type { Fields } from '../responses/fields.ts';
import { forgeSessions } from '../responses/forged-sessions.ts';
import { withBearer } from '../target/http-request.ts';
import { check, section } from '../define-check.ts';
import { createInapplicable } from '../check-errors.ts';
import type { Attempt } from '../attempt.ts';
import { assertRejectedWithoutData } from '../responses/leaked-values.ts';
import { assertEmptyObject } from '../responses/wallet-responses.ts';
import {
  assertListedHeaders,
  withoutAddress,
  withoutWalletField,
} from '../actors/wallet-requests.ts';
import { sendForKind, listAcceptedKinds } from '../actors/wallet-kinds.ts';
import { assertValidAccepted } from '../actors/valid-requests.ts';
import { signInTwoUsers } from '../actors/several-users.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import { readUntilShown, showsUnverifiedWallets } from '../observations/added-wallets.ts';
import { sendConcurrently } from '../observations/run-concurrently.ts';
import { requireReportedUser } from '../responses/reported-user.ts';
import { addedWalletChecks } from './added-wallet-checks.ts';
import { createMissingFieldChecks } from './missing-fields.ts';

const operation = 'addWalletToUser';

export const addToUser = section('4.3', 'cryptoWallet:addToUser', [
  check({
    requirement: '4.3.operation.adds',
    title: 'accepts a valid request',
    async run(t) {
      await assertValidAccepted(t, operation);
    },
  }),
  addedWalletChecks,
  check({
    requirement: '4.3.operation.adds',
    part: 'concurrently',
    title: 'adds both wallets of two simultaneous requests of one user',
    async run(t) {
      await t.ctx.requireWorking(operation);
      const user = await t.signInWithSession();
      const wallets = [SigningWallet.create(), SigningWallet.create()];
      const responses = await sendConcurrently(
        t,
        wallets.map((wallet) => t.createAddRequest(user, t.getFields(wallet))),
      );
      for (const response of responses)
        t.assertAccepted(response, 'one of two simultaneous addToUser requests');
      // A sign-in could add a lost wallet again.
      const areShown =
        !(await showsUnverifiedWallets(t)) || (await readUntilShown(t, user, wallets)) !== null;
      t.assert(areShown, 'expected both wallets in the user read, got one or none', ...responses);
      const expected = requireReportedUser(t, user.response);
      for (const wallet of wallets) {
        const { response } = await t.signIn(wallet);
        t.assert(
          requireReportedUser(t, response) === expected,
          'expected both wallets to sign in the user to whom they were added, got another user',
          ...responses,
          response,
        );
      }
    },
  }),
  check({
    requirement: '4.3.request.wallet',
    title: 'accepts a wallet with each supported network and type',
    async run(t) {
      for (const kind of listAcceptedKinds(t)) {
        t.assertAccepted(
          await sendForKind(t, operation, kind),
          `addToUser for a wallet on ${kind}`,
        );
      }
    },
  }),
  createMissingFieldChecks('4.3.request.missing-refused', operation),
  check({
    requirement: '4.3.request.missing-refused',
    part: 'adds-nothing',
    title: 'adds no wallet for a rejected request',
    async run(t) {
      await t.ctx.requireWorking(operation);
      const user = await t.signInWithSession();
      const before = await readWallets(t, user);
      const valid = t.createAddRequest(user);
      for (const { description, apply } of [withoutAddress, withoutWalletField]) {
        assertRejectedWithoutData(t, await t.send(apply(valid)), `a request ${description}`);
      }
      const after = await readWallets(t, user);
      t.assert(
        after.length <= before.length,
        'expected a rejected request to add no wallet, got an added wallet',
      );
    },
  }),
  check({
    requirement: '4.3.operation.adds',
    part: 'forged-session',
    title: 'rejects tampered sessions if addToUser requires a session or another bearer token',
    async run(t) {
      await t.ctx.requireWorking(operation);
      t.requireKnown('identity.addWalletTarget');
      const { dialect } = t;
      if (!needsSession(operation, dialect) && !dialect.bearer.requiredOn.includes(operation)) {
        throw createInapplicable('the deployment requires no bearer token');
      }
      const [user, other] = await signInTwoUsers(t);
      const request = t.createAddRequest(user);
      // The request contains the session only if the deployment accepts sessions as bearer tokens.
      if (request.headers['authorization'] !== `Bearer ${user.session}`) {
        throw createInapplicable('the deployment rejects the session');
      }
      for (const [description, session] of forgeSessions(user, other)) {
        const response = await t.send(withBearer(request, session));
        t.assertRejected(response, `addToUser with a session ${description}`);
      }
    },
  }),
  check({
    requirement: '4.3.response.empty',
    title: 'returns an empty JSON object',
    async run(t) {
      assertEmptyObject(t, await t.ctx.requireWorking(operation));
    },
  }),
  check({
    requirement: '4.3.headers',
    title: 'accepts a request with id, secret, Content-Type and Accept',
    run: (t) => assertListedHeaders(t, operation),
  }),
]);

async function readWallets(t: Attempt, user: SignedIn): Promise<readonly Fields[]> {
  t.requireKnown('user.names.wallets');
  const { wallets } = await t.read(user);
  if (wallets === null) throw createInapplicable('the user read shows no wallets');
  return wallets;
}
