import type { JsonValue } from '../../src/contract/openapi-document.ts';
import { findText } from '../responses/fields.ts';
import { check, checkEach, section } from '../define-check.ts';
import { createInapplicable } from '../check-errors.ts';
import { assertOperationFields } from '../responses/wallet-responses.ts';
import {
  sendBothVariants,
  requireKind,
  networks,
  EVM_TYPE,
  sendForKind,
  chooseWalletType,
} from '../actors/wallet-kinds.ts';
import { withoutSignature } from '../actors/wallet-requests.ts';
import { walletOperations } from '../actors/operations.ts';
import {
  sendValidElseInvalidVariants,
  assertEachRefused,
  listWrongTypes,
  type Malformation,
} from '../actors/valid-requests.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { withField, withoutField } from '../target/http-request.ts';
import { requireUserId } from '../actors/signed-in.ts';

const otherNetworks: readonly JsonValue[] = [
  'BITCOIN',
  'SOLANA',
  // A property of every JavaScript object.
  'constructor',
  'ETHEREUM2',
  'ethereum',
  '',
  7,
  null,
  ['ETHEREUM'],
];

const withOtherNetworks = otherNetworks.map((value): Malformation => ({
  description: `with walletNetwork ${JSON.stringify(value)}`,
  apply: (request) => withField(withoutField(request, 'walletType'), 'walletNetwork', value),
}));

const withSignature: Malformation = {
  description: 'with a signature',
  apply: (request) => withField(request, 'signature', SigningWallet.create().sign('no challenge')),
};

export const walletIdentity = section('2.2', 'Crypto wallet identity', [
  checkEach(walletOperations, {
    requirement: '2.2.walletAddress.string',
    title: 'accepts a walletAddress that is a string',
    async run(t, operation) {
      const response = await t.ctx.requireWorking(operation);
      t.assert(
        findText(response.request.body, 'walletAddress') !== null,
        'expected an accepted request with walletAddress',
        response,
      );
    },
  }),
  checkEach(walletOperations, {
    requirement: '2.2.walletAddress.wrong-type-refused',
    title: 'rejects a walletAddress that is not a string',
    run: (t, operation) => assertEachRefused(t, operation, listWrongTypes('walletAddress')),
  }),
  check({
    requirement: '2.2.walletAddress.form',
    operation: 'startWalletAuth',
    title: 'observes which spellings of an address are accepted',
    async run(t) {
      await t.ctx.requireWorking('startWalletAuth');
      const { address } = t.pickWallet();
      const spellings = {
        'in lower case': address.toLowerCase(),
        'in upper case': `0x${address.slice(2).toUpperCase()}`,
        'without 0x': address.slice(2),
        'with a missing digit': address.slice(0, -1),
      };
      for (const [description, spelling] of Object.entries(spellings)) {
        const response = await t.sendToService(t.app.createStartRequest(t.getFields(spelling)));
        t.observe(`an address ${description} returns ${response.status}`, response);
      }
    },
  }),
  checkEach(walletOperations, {
    requirement: '2.2.walletNetwork.both-values',
    title: 'accepts walletNetwork ETHEREUM and POLYGON',
    async run(t, operation) {
      requireKind(t, 'POLYGON');
      for (const network of networks) {
        const response = await sendForKind(t, operation, network);
        t.assertAccepted(response, `walletNetwork ${network}`);
      }
    },
  }),
  checkEach(walletOperations, {
    requirement: '2.2.walletNetwork.other-values-refused',
    title: 'rejects any other walletNetwork',
    run: (t, operation) => assertEachRefused(t, operation, withOtherNetworks),
  }),
  checkEach(walletOperations, {
    requirement: '2.2.walletType.replaces-walletNetwork',
    title: 'accepts walletType instead of walletNetwork, and returns the fields of the operation',
    async run(t, operation) {
      requireKind(t, EVM_TYPE);
      const response = await sendForKind(t, operation, chooseWalletType(t));
      t.assertAccepted(response, 'the request with walletType');
      assertOperationFields(t, operation, response);
    },
  }),
  check({
    requirement: '2.2.walletType.replaces-walletNetwork',
    operation: 'authenticateWallet',
    part: 'same-user',
    title: 'signs in the same user with walletType as with walletNetwork',
    async run(t) {
      t.requireKnown('wallet.variant', 'wallet.identity');
      const { variant, identity } = t.dialect.wallet;
      if (variant !== 'either' || identity !== 'address' || !t.createsUsers) {
        throw createInapplicable(
          'the deployment rejects walletNetwork or walletType, distinguishes networks, or creates no users for new wallets',
        );
      }
      const { app } = t;
      const wallet = t.pickWallet();
      const byNetwork = await t.signIn(wallet, app, t.getFields(wallet, 'ETHEREUM'));
      const byType = await t.signIn(wallet, app, t.getFields(wallet, chooseWalletType(t)));
      t.assert(
        requireUserId(byType) === byNetwork.userId,
        'expected one user for a wallet with walletNetwork and with walletType, got two',
        byNetwork.response,
        byType.response,
      );
    },
  }),
  checkEach(walletOperations, {
    requirement: '2.2.walletType.evm',
    title: 'accepts walletType EVM',
    async run(t, operation) {
      requireKind(t, EVM_TYPE);
      if (chooseWalletType(t) !== EVM_TYPE) {
        throw createInapplicable('the deployment rejects the type EVM');
      }
      t.assertAccepted(await sendForKind(t, operation, EVM_TYPE), 'walletType EVM');
    },
  }),
  check({
    requirement: '2.2.signature.string',
    title: 'accepts a signature that is a string',
    async run(t) {
      const response = await t.ctx.requireWorking('authenticateWallet');
      t.assert(
        findText(response.request.body, 'signature') !== null,
        'expected an accepted request with signature',
        response,
      );
    },
  }),
  check({
    requirement: '2.2.signature.wrong-type-refused',
    title: 'rejects a signature that is not a string',
    run: (t) => assertEachRefused(t, 'authenticateWallet', listWrongTypes('signature')),
  }),
  checkEach(walletOperations, {
    requirement: '2.2.signature.authenticate-only',
    title: 'requires a signature only for authenticate',
    async run(t, operation) {
      if (operation === 'authenticateWallet') {
        await assertEachRefused(t, operation, [withoutSignature]);
        return;
      }
      const response = await sendValidElseInvalidVariants(t, operation, [withSignature]);
      t.assertAccepted(response, 'a request without signature');
    },
  }),
  checkEach(walletOperations, {
    requirement: '2.2.variant.one-works',
    title: 'accepts walletNetwork or walletType',
    async run(t, operation) {
      const { acceptedCount, error, description } = await sendBothVariants(t, operation);
      if (acceptedCount === 0 && error !== null) throw error;
      t.assert(acceptedCount > 0, description);
    },
  }),
  checkEach(walletOperations, {
    requirement: '2.2.variant.either-name',
    title: 'accepts requests with walletNetwork and requests with walletType',
    async run(t, operation) {
      const { acceptedCount, error, description } = await sendBothVariants(t, operation);
      if (error !== null) throw error;
      t.assert(acceptedCount === 2, description);
    },
  }),
]);
