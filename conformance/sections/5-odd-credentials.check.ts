import { check, section } from '../define-check.ts';
import { allRefused } from '../hostile-input/cases.ts';
import { withHeader, withoutHeader } from '../target/call.ts';

/** Ids that no client has, though a map of clients may find something under them. */
const ODD_IDS = ['__proto__', 'constructor', 'toString', '%', `'"\\;--`];

export const oddCredentials = section('5', 'Malformed credentials', [
  check(
    {
      requirement: '5.1.credentials.wrong-refused',
      operation: 'startWalletAuth',
      part: 'odd-ids',
      title: 'rejects malformed client ids',
    },
    async (t) => {
      await t.around.control('startWalletAuth');
      const call = await t.flows.right('startWalletAuth');
      const named = ODD_IDS.map((id) => ({
        what: `a request with the client id ${id}`,
        call: withHeader(call, 'service-client-id', id),
      }));
      const bare = ODD_IDS.slice(0, 3).map((id) => ({
        what: `a request with the client id ${id} and no secret`,
        call: withoutHeader(withHeader(call, 'service-client-id', id), 'service-client-secret'),
      }));
      await allRefused(t, [...named, ...bare]);
    },
  ),
]);
