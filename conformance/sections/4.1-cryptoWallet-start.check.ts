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
  check({
    requirement: '4.1.request.missing-refused',
    part: 'walletAddress',
    title: 'rejects a request without walletAddress and returns no challenge',
    run: (t) => assertEachRefused(t, operation, [withoutAddress]),
  }),
  check({
    requirement: '4.1.request.missing-refused',
    part: 'walletNetwork-and-walletType',
    title: 'rejects a request without walletNetwork and walletType and returns no challenge',
    run: (t) => assertEachRefused(t, operation, [withoutWalletField]),
  }),
  check({
    requirement: '4.1.request.missing-refused',
    part: 'body',
    title: 'rejects a request without fields or body and returns no challenge',
    run: (t) => assertEachRefused(t, operation, invalidBodies),
  }),
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
