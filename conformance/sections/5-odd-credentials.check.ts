import { check, section } from '../define-check.ts';
import { allRefused } from '../hostile-input/cases.ts';
import { withHeader, withoutHeader } from '../target/call.ts';

/** Ids that no client has, though a map of clients may find something under them. */
const ODD_IDS = ['__proto__', 'constructor', 'toString', '%', `'"\\;--`];

export const oddCredentials = section('5', 'Odd credentials', [
  check(
    {
      requirement: '5.1.credentials.wrong-refused',
      operation: 'startWalletAuth',
      part: 'odd-ids',
      title: 'a call of a client that is none is refused, however odd its id',
    },
    async (t) => {
      await t.around.control('startWalletAuth');
      const call = await t.flows.right('startWalletAuth');
      const named = ODD_IDS.map((id) => ({
        what: `a call of the client ${id}`,
        call: withHeader(call, 'service-client-id', id),
      }));
      const bare = ODD_IDS.slice(0, 3).map((id) => ({
        what: `a call of the client ${id} without a secret`,
        call: withoutHeader(withHeader(call, 'service-client-id', id), 'service-client-secret'),
      }));
      await allRefused(t, [...named, ...bare]);
    },
  ),
]);
