import { check, section } from '../define-check.ts';
import { textIn } from '../parties/user-view.ts';
import { withoutField } from '../target/call.ts';

export const start = section('4.1', 'cryptoWallet:start', [
  check(
    {
      requirement: '4.1.call.starts',
      operation: 'startWalletAuth',
      title: 'a right call is accepted with a challenge',
    },
    async (t) => {
      const reply = await t.send(await t.flows.right('startWalletAuth'));
      t.accepted(reply);
    },
  ),
  check(
    {
      requirement: '4.1.request.missing-refused',
      operation: 'startWalletAuth',
      part: 'walletAddress',
      title: 'a call without walletAddress is refused and gives no challenge',
    },
    async (t) => {
      await t.around.control('startWalletAuth');
      const call = await t.flows.right('startWalletAuth');
      const reply = await t.send(withoutField(call, 'walletAddress'));
      t.refused(reply);
      t.never(textIn(reply.body, 'challenge') !== null, 'a refusal gives a challenge', reply);
    },
  ),
]);
