import { Signature } from 'ethers';
import { expect } from 'vitest';

import { toNetworkIdentity, toTypeIdentity, type ClientApp } from '../../sandbox.ts';
import { formatStatusAndCode, type KeyBehaviour } from './key-behaviour.ts';
import { newcomer, rita, stranger } from './people.ts';
import { signInForSession } from './sign-in.ts';

const { wallet } = newcomer;
const fields = toNetworkIdentity(wallet);

/** The order of secp256k1 (SEC 2, section 2.4.1). */
const ORDER = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');

/** An address with every letter in the wrong case for EIP-55. */
const wrongChecksumAddress = wallet.address.replace(/[a-f]/gi, (letter) =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
);

export const walletKeys: readonly KeyBehaviour[] = [
  {
    key: 'wallet.variant',
    description: 'start with walletNetwork, then with walletType',
    observe: async (app) => [
      formatStatusAndCode(await app.start(toNetworkIdentity(wallet))),
      formatStatusAndCode(await app.start(toTypeIdentity(wallet))),
    ],
    defaultResult: [200, 200],
    contractVersusDefault: 'incompatible',
    values: [
      { value: 'network', result: [200, '400 invalidRequest'] },
      { value: 'type', result: ['400 invalidRequest', 200] },
    ],
  },
  {
    key: 'wallet.both',
    description: 'start with walletNetwork and walletType',
    observe: async (app) =>
      formatStatusAndCode(
        await app.start({ ...toNetworkIdentity(wallet), ...toTypeIdentity(wallet) }),
      ),
    defaultResult: '400 invalidRequest',
    contractVersusDefault: 'incompatible',
    values: [{ value: 'accept', result: 200 }],
  },
  {
    key: 'wallet.types',
    description: 'start with EVM, then with SMART_ACCOUNT',
    observe: async (app) => [
      formatStatusAndCode(await app.start(toTypeIdentity(wallet))),
      formatStatusAndCode(
        await app.start({ walletAddress: wallet.address, walletType: 'SMART_ACCOUNT' }),
      ),
    ],
    defaultResult: [200, '400 invalidRequest'],
    contractVersusDefault: 'incompatible',
    values: [
      { value: ['EVM', 'SMART_ACCOUNT'], result: [200, 200] },
      { value: ['SMART_ACCOUNT'], result: ['400 invalidRequest', 200] },
    ],
  },
  {
    key: 'wallet.emits',
    description: 'the wallets in the user read: one of the scenario, one added with walletType',
    observe: async (app) => {
      const session = await signInForSession(app, rita);
      await app.addWallet(toTypeIdentity(wallet), session);
      const { body } = await app.readUser(session);
      return body.wallets;
    },
    defaultResult: [
      { walletAddress: rita.wallet.address, walletNetwork: 'ETHEREUM', status: 'verified' },
      { walletAddress: wallet.address, walletType: 'EVM', status: 'unverified' },
    ],
    // By default, the contract allows either field for each wallet. With a value, it allows one field.
    contractVersusDefault: 'narrower',
    values: [
      {
        value: 'network',
        result: [
          { walletAddress: rita.wallet.address, walletNetwork: 'ETHEREUM', status: 'verified' },
          { walletAddress: wallet.address, walletNetwork: 'ETHEREUM', status: 'unverified' },
        ],
      },
      {
        value: 'type',
        result: [
          { walletAddress: rita.wallet.address, walletType: 'EVM', status: 'verified' },
          { walletAddress: wallet.address, walletType: 'EVM', status: 'unverified' },
        ],
      },
    ],
  },
  {
    key: 'wallet.identity',
    description: 'one address signs in on two networks',
    observe: async (app) => {
      const onEthereum = await app.signIn(wallet);
      const onPolygon = await app.signIn(wallet, toNetworkIdentity(wallet, 'POLYGON'));
      return {
        responses: [onEthereum, onPolygon].map(formatStatusAndCode),
        isSameUser: onEthereum.body.userMask.id === onPolygon.body.userMask.id,
      };
    },
    defaultResult: { responses: [200, 200], isSameUser: true },
    contractVersusDefault: 'same',
    values: [{ value: 'addressAndNetwork', result: { responses: [200, 200], isSameUser: false } }],
  },
  {
    key: 'wallet.crossVariant',
    description: 'start with walletNetwork, authenticate with walletType',
    observe: async (app) => {
      const { body } = await app.start(toNetworkIdentity(wallet));
      const signature = await wallet.signMessage(body.challenge);
      return formatStatusAndCode(await app.authenticate(toTypeIdentity(wallet), signature));
    },
    defaultResult: 200,
    contractVersusDefault: 'same',
    values: [{ value: 'reject', result: '401 challengeUnknown' }],
  },
  {
    key: 'wallet.checksum',
    description: 'start with a mixed-case address whose checksum is wrong',
    observe: async (app) =>
      formatStatusAndCode(await app.start({ ...fields, walletAddress: wrongChecksumAddress })),
    defaultResult: '400 invalidRequest',
    contractVersusDefault: 'incompatible',
    values: [{ value: 'ignore', result: 200 }],
  },
  {
    key: 'wallet.addOwned',
    description: 'adding a wallet of another user',
    observe: async (app) => {
      await app.signIn(wallet);
      const session = await signInForSession(app, rita);
      const addResponse = formatStatusAndCode(
        await app.addWallet(toNetworkIdentity(wallet), session),
      );
      const { body } = await app.readUser(session);
      return { addResponse, wallets: body.wallets.map(getStatus) };
    },
    defaultResult: { addResponse: '409 identityTaken', wallets: ['verified'] },
    contractVersusDefault: 'narrower',
    values: [
      { value: 'accept', result: { addResponse: 200, wallets: ['verified', 'unverified'] } },
    ],
  },
  {
    key: 'wallet.challenge.phrase',
    description: 'the challenge',
    observe: async (app) => (await app.start(fields)).body,
    defaultResult: {
      challenge: expect.stringMatching(/^Sign this challenge to sign in: [A-Za-z0-9_-]{32,}$/),
    },
    contractVersusDefault: 'incompatible',
    values: [
      {
        value: 'Welcome (back)? Nonce=',
        result: {
          challenge: expect.stringMatching(/^Welcome \(back\)\? Nonce=[A-Za-z0-9_-]{32,}$/),
        },
      },
    ],
  },
  {
    key: 'wallet.challenge.ttl',
    description: 'authenticate six minutes after the start',
    observe: authenticateAfter('PT6M'),
    defaultResult: '401 challengeExpired',
    contractVersusDefault: 'same',
    values: [{ value: 'PT10M', result: 200 }],
  },
  {
    key: 'wallet.challenge.ttl',
    description: 'authenticate two minutes after the start',
    observe: authenticateAfter('PT2M'),
    defaultResult: 200,
    contractVersusDefault: 'same',
    values: [{ value: 'PT1M', result: '401 challengeExpired' }],
  },
  {
    key: 'wallet.challenge.outstanding',
    description: 'authenticate with the first challenge after a second start',
    observe: async (app) => {
      const first = await app.start(fields);
      await app.start(fields);
      const signature = await wallet.signMessage(first.body.challenge);
      return formatStatusAndCode(await app.authenticate(fields, signature));
    },
    defaultResult: '401 signature',
    contractVersusDefault: 'same',
    values: [{ value: 'all', result: 200 }],
  },
  {
    key: 'wallet.challenge.onBadSignature',
    description: 'a signature by another wallet, then the correct signature',
    observe: async (app) => {
      const { body } = await app.start(fields);
      const wrongSignature = await stranger.wallet.signMessage(body.challenge);
      const correctSignature = await wallet.signMessage(body.challenge);
      return [
        formatStatusAndCode(await app.authenticate(fields, wrongSignature)),
        formatStatusAndCode(await app.authenticate(fields, correctSignature)),
      ];
    },
    defaultResult: ['401 signature', 200],
    contractVersusDefault: 'same',
    values: [{ value: 'burn', result: ['401 signature', '401 challengeUnknown'] }],
  },
  {
    key: 'wallet.challenge.reuse',
    description: 'the same signature twice',
    observe: async (app) => {
      const { body } = await app.start(fields);
      const signature = await wallet.signMessage(body.challenge);
      return [
        formatStatusAndCode(await app.authenticate(fields, signature)),
        formatStatusAndCode(await app.authenticate(fields, signature)),
      ];
    },
    defaultResult: [200, '401 challengeUnknown'],
    contractVersusDefault: 'same',
    values: [{ value: 'accept', result: [200, 200] }],
  },
  {
    key: 'wallet.signature.accepts',
    description: 'one signature in each encoding',
    observe: async (app) => ({
      rsv: await signInWith(app, (signature) => signature),
      compact: await signInWith(app, (signature) => Signature.from(signature).compactSerialized),
      highS: await signInWith(app, toHighS),
    }),
    defaultResult: { rsv: 200, compact: '401 signature', highS: '401 signature' },
    contractVersusDefault: 'same',
    values: [
      { value: ['rsv', 'compact'], result: { rsv: 200, compact: 200, highS: '401 signature' } },
      { value: ['rsv', 'highS'], result: { rsv: 200, compact: '401 signature', highS: 200 } },
    ],
  },
];

function authenticateAfter(duration: string): KeyBehaviour['observe'] {
  return async (app, workspace) => {
    const { body } = await app.start(fields);
    const signature = await wallet.signMessage(body.challenge);
    await workspace.advance(duration);
    return formatStatusAndCode(await app.authenticate(fields, signature));
  };
}

function getStatus({ status }: { status: string }): string {
  return status;
}

async function signInWith(
  app: ClientApp,
  encode: (signature: string) => string,
): Promise<number | string> {
  const { body } = await app.start(fields);
  const signature = encode(await wallet.signMessage(body.challenge));
  return formatStatusAndCode(await app.authenticate(fields, signature));
}

/** Returns the equivalent signature with ORDER - s instead of s, and the other parity. */
function toHighS(signature: string): string {
  const { r, s, v } = Signature.from(signature);
  const highS = (ORDER - BigInt(s)).toString(16).padStart(64, '0');
  return `${r}${highS}${v === 27 ? '1c' : '1b'}`;
}
