import { check, section } from '../define-check.ts';
import { assertChallenge } from '../responses/wallet-responses.ts';
import {
  withoutAddress,
  invalidBodies,
  withoutWalletField,
  assertListedHeaders,
} from '../actors/wallet-requests.ts';
import { sendForKind, listAcceptedKinds } from '../actors/wallet-kinds.ts';
import { assertValidAccepted, assertEachRefused } from '../actors/valid-requests.ts';

const operation = 'startWalletAuth';

const missingFields = [
  ['walletAddress', 'walletAddress', [withoutAddress]],
  ['walletNetwork-and-walletType', 'walletNetwork and walletType', [withoutWalletField]],
  ['body', 'fields or body', invalidBodies],
] as const;

export const start = section('4.1', 'cryptoWallet:start', [
  check({
    requirement: '4.1.operation.starts',
    title: 'returns a challenge for a valid request',
    async run(t) {
      assertChallenge(t, await assertValidAccepted(t, operation));
    },
  }),
  check({
    requirement: '4.1.request.wallet',
    title: 'accepts walletAddress with each supported network and type',
    async run(t) {
      for (const kind of listAcceptedKinds(t)) {
        const response = await sendForKind(t, operation, kind);
        t.assertAccepted(response, `start for a wallet on ${kind}`);
        assertChallenge(t, response);
      }
    },
  }),
  missingFields.map(([part, missing, malformations]) =>
    check({
      requirement: '4.1.request.missing-refused',
      part,
      title: `rejects a request without ${missing} and returns no challenge`,
      run: (t) => assertEachRefused(t, operation, malformations),
    }),
  ),
  check({
    requirement: '4.1.response.challenge',
    title: 'returns an object with challenge, a string',
    async run(t) {
      assertChallenge(t, await t.ctx.requireWorking(operation));
    },
  }),
  check({
    requirement: '4.1.headers',
    title: 'accepts a request with id, secret, Content-Type and Accept',
    run: (t) => assertListedHeaders(t, operation),
  }),
]);
