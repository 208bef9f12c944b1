import { textIn, type Fields } from '../answers/fields.ts';
import { check, section } from '../define-check.ts';
import { NotTested } from '../ends.ts';
import type { Attempt } from '../attempt.ts';
import { refusedEmptyHanded } from '../answers/given-away.ts';
import { emptyObjectOf, userMaskOf } from '../answers/wallet-answers.ts';
import { hasListedHeaders } from '../parties/listed-headers.ts';
import { withoutAddress, withoutAnything, withoutName } from '../parties/missing-fields.ts';
import { sendNaming, takenNames } from '../parties/named-wallets.ts';
import { acceptedRight, refusesEach, type Spoil } from '../parties/right-calls.ts';
import { SigningWallet } from '../parties/signing-wallet.ts';
import type { SignedIn } from '../parties/flows.ts';

const operation = 'addWalletToUser';

const missing: Readonly<Record<string, readonly Spoil[]>> = {
  walletAddress: [withoutAddress],
  'walletNetwork-and-walletType': [withoutName],
  body: withoutAnything,
};

export const addToUser = section('4.3', 'cryptoWallet:addToUser', [
  check(
    { requirement: '4.3.call.adds', operation, title: 'a right call is accepted' },
    async (t) => {
      await acceptedRight(t, operation);
    },
  ),
  check(
    {
      requirement: '4.3.call.adds',
      operation,
      part: 'same-user',
      title: 'an added wallet signs in the user it was added to',
    },
    async (t) => {
      const { user, added } = await t.flows.withAddedWallet();
      const started = await t.send(t.flows.app.start(t.flows.fields(added)));
      t.accepted(started, 'start for an added wallet');
      const reply = await t.send(await t.flows.signedCall(added));
      t.accepted(reply, 'authenticate for an added wallet');
      t.that(
        textIn(userMaskOf(t, reply), 'id') === user.userId,
        'an added wallet signs in another user than the one it was added to',
        reply,
        user.reply,
      );
    },
  ),
  check(
    {
      requirement: '4.3.request.wallet',
      operation,
      title: 'it takes the wallet with each field and value that the deployment takes',
    },
    async (t) => {
      for (const name of takenNames(t)) {
        t.accepted(await sendNaming(t, operation, name), `addToUser for a wallet on ${name}`);
      }
    },
  ),
  Object.entries(missing).map(([part, spoils]) =>
    check(
      {
        requirement: '4.3.request.missing-refused',
        operation,
        part,
        title: `a call ${spoils.map(({ what }) => what).join(' or ')} is refused`,
      },
      (t) => refusesEach(t, operation, spoils),
    ),
  ),
  check(
    {
      requirement: '4.3.request.missing-refused',
      operation,
      part: 'adds-nothing',
      title: 'a refused call adds no wallet',
    },
    async (t) => {
      await t.around.control(operation);
      const user = await t.flows.session();
      const before = await walletsOf(t, user);
      const right = t.flows.addCall(user, t.flows.fields(SigningWallet.fresh()));
      for (const { what, by } of [withoutAddress, withoutName]) {
        refusedEmptyHanded(t, await t.send(by(right)), `a call ${what}`);
      }
      const after = await walletsOf(t, user);
      t.that(after.length <= before.length, 'a refused call has added a wallet');
    },
  ),
  check(
    {
      requirement: '4.3.response.empty',
      operation,
      title: 'the answer is an empty JSON object',
    },
    async (t) => {
      emptyObjectOf(t, await t.around.control(operation));
    },
  ),
  check(
    {
      requirement: '4.3.headers',
      operation,
      title: 'a call with id, secret, Content-Type and Accept is accepted',
    },
    (t) => hasListedHeaders(t, operation),
  ),
]);

async function walletsOf(t: Attempt, user: SignedIn): Promise<readonly Fields[]> {
  t.needsToKnow('user.names.wallets');
  const { wallets } = await t.flows.read(user);
  if (wallets === null) throw new NotTested('needs a user read that shows wallets', 'dialect');
  return wallets;
}
