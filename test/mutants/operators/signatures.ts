/** §5.3, §4.2, §3: signatures of challenges. */
import { verifyMessage } from 'ethers';
import { swapCase } from '../../../conformance/target/similar-secrets.ts';
import {
  createResponse,
  findUserId,
  isAccepted,
  type ProxyRequest,
  type ProxyResponse,
  type Exchange,
  readText,
  readLowerCaseAddress,
  withBody,
  withFields,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import {
  returnServerError,
  acceptWhen,
  isRequestTo,
  changeRefusal,
  reject,
  type Operator,
  createOperators,
  returnPreviousResponse,
  changeSuccess,
} from './operator.ts';

const readSignature = (request: ProxyRequest) => readText(request, 'signature');

/** Returns the signer of a text, or null if the signature is malformed. */
export function recoverSigner(text: string, signature: string): string | null {
  try {
    return verifyMessage(text, signature).toLowerCase();
  } catch {
    return null;
  }
}

const isWellFormed = (signature: string) => /^0x[\da-f]{130}$/i.test(signature);

/** Returns whether the wallet itself signed a challenge of another wallet. */
function signsOtherChallenge({ request }: Exchange, memory: Memory): boolean {
  const address = readLowerCaseAddress(request);
  const ownChallenges = new Set(memory.listChallenges(address));
  const otherChallenges = memory.listAllChallenges().filter((text) => !ownChallenges.has(text));
  return otherChallenges.some((text) => recoverSigner(text, readSignature(request)) === address);
}

/** Returns a condition: the wallet signed a changed form of its newest challenge. */
function signsChangedChallenge(change: (challenge: string) => string) {
  return ({ request }: Exchange, memory: Memory): boolean => {
    const address = readLowerCaseAddress(request);
    const challenge = memory.listChallenges(address).at(-1) ?? '';
    return recoverSigner(change(challenge), readSignature(request)) === address;
  };
}

/** Returns the challenge that the request supplies, instead of a new challenge. */
async function returnSuppliedChallenge({ request, forward }: Exchange): Promise<ProxyResponse> {
  const challenge = readText(request, 'challenge');
  const isSupplied = request.operation === 'startWalletAuth' && challenge !== '';
  if (!isSupplied) return forward();
  const withoutChallengeFields = {
    challenge: undefined,
    message: undefined,
    nonce: undefined,
    text: undefined,
  };
  const response = await forward(withFields(request, withoutChallengeFields));
  return isAccepted(response) ? withBody(response, { challenge }) : response;
}

/** Returns whether the signature is well-formed and the wallet has a challenge. */
function isWellFormedForChallenge(exchange: Exchange, memory: Memory): boolean {
  return hasChallenge(exchange, memory) && isWellFormed(readSignature(exchange.request));
}

function hasChallenge({ request }: Exchange, memory: Memory): boolean {
  return memory.listChallenges(readLowerCaseAddress(request)).length > 0;
}

/** Accepts rejected sign-ins by wallet for which `when` returns true. */
const acceptSignIn = (when: Parameters<typeof acceptWhen>[1]) =>
  acceptWhen('authenticateWallet', when);

export const signatures: readonly Operator[] = [
  ...createOperators('5.3.wallet.other-signer-refused', 'auth bypassed', {
    'a signature by any key is accepted': acceptSignIn(isWellFormedForChallenge),
    'a signature by another wallet over its own challenge is accepted': acceptSignIn(
      (exchange, memory) =>
        hasChallenge(exchange, memory) &&
        memory.listAllChallenges().some((text) => {
          const { request } = exchange;
          const signer = recoverSigner(text, readSignature(request)) ?? '';
          return (
            signer !== readLowerCaseAddress(request) && memory.listChallenges(signer).includes(text)
          );
        }),
    ),
    'a signature by another wallet of the user is accepted': async (exchange, memory) => {
      const response = await exchange.forward();
      const { request } = exchange;
      if (!isRequestTo(exchange, 'authenticateWallet')) return response;
      const address = readLowerCaseAddress(request);
      if (isAccepted(response)) {
        memory.set(`user of ${address}`, findUserId(response));
        memory.set(`sign-in of ${address}`, response);
        return response;
      }
      const challenge = memory.listChallenges(address).at(-1) ?? '';
      const signer = recoverSigner(challenge, readSignature(request));
      const user = memory.get(`user of ${address}`);
      const isSignerOfUser = user !== undefined && memory.get(`user of ${signer}`) === user;
      return isSignerOfUser ? (memory.get(`sign-in of ${address}`) as ProxyResponse) : response;
    },
    'a signature by any key is accepted for a wallet that signed in before': acceptSignIn(
      (exchange, memory) =>
        memory.signedInWallets.has(readLowerCaseAddress(exchange.request)) &&
        isWellFormedForChallenge(exchange, memory),
    ),
    'an empty signature is accepted for a wallet that signed in before': acceptSignIn(
      ({ request }, memory) =>
        memory.signedInWallets.has(readLowerCaseAddress(request)) && readSignature(request) === '',
    ),
  }),
  ...createOperators('5.3.wallet.other-signer-refused', 'server error', {
    'a signature by another key causes a server error': returnServerError(
      'authenticateWallet',
      isWellFormedForChallenge,
    ),
  }),
  ...createOperators('5.3.wallet.other-message-refused', 'auth bypassed', {
    'a signature over the challenge of another wallet is accepted':
      acceptSignIn(signsOtherChallenge),
    'a signature over any text is accepted': acceptSignIn(isWellFormedForChallenge),
    'a signature over the random part of the challenge is accepted': acceptSignIn(
      signsChangedChallenge((challenge) => challenge.slice(challenge.lastIndexOf(' ') + 1)),
    ),
    'a signature over the phrase without white space at its end is accepted': acceptSignIn(
      signsChangedChallenge((challenge) => challenge.slice(0, challenge.lastIndexOf(' ')).trim()),
    ),
    'the letter case of the signed challenge is ignored': acceptSignIn(
      signsChangedChallenge(swapCase),
    ),
    'a line feed after the signed challenge is ignored': acceptSignIn(
      signsChangedChallenge((challenge) => `${challenge}\n`),
    ),
    'a signature over a text in the request is accepted': acceptSignIn(
      ({ request }) =>
        recoverSigner(readText(request, 'message'), readSignature(request)) ===
        readLowerCaseAddress(request),
    ),
    'startWalletAuth returns the challenge in the request': returnSuppliedChallenge,
  }),
  ...createOperators('5.3.wallet.other-message-refused', 'server error', {
    'a signature over another text causes a server error': returnServerError(
      'authenticateWallet',
      isWellFormedForChallenge,
    ),
  }),
  ...createOperators('5.3.wallet.start-needed', 'auth bypassed', {
    'authenticateWallet requires no previous startWalletAuth': acceptSignIn(
      (exchange, memory) =>
        !hasChallenge(exchange, memory) && isWellFormed(readSignature(exchange.request)),
    ),
  }),
  ...createOperators('5.3.wallet.start-needed', 'server error', {
    'authenticateWallet without startWalletAuth causes a server error': returnServerError(
      'authenticateWallet',
      (exchange, memory) => !hasChallenge(exchange, memory),
    ),
  }),
  ...createOperators('3.wallet.bad-signature-changes-nothing', 'auth bypassed', {
    'a malformed signature is accepted': acceptSignIn(({ request }) => {
      const signature = readSignature(request);
      return signature !== '' && !isWellFormed(signature);
    }),
    'any signature is accepted': acceptSignIn(({ request }) => readSignature(request) !== ''),
  }),
  ...createOperators('3.wallet.bad-signature-changes-nothing', 'leak', {
    'the rejection of a bad signature contains a session': changeRefusal(
      'authenticateWallet',
      (response, _exchange, memory) => {
        const signIn = memory.findLastResponse('authenticateWallet');
        return signIn === null ? response : { ...signIn, status: response.status };
      },
    ),
  }),
  ...createOperators('5.3.wallet.flow', 'valid request rejected', {
    'every second sign-in is rejected': reject(
      'authenticateWallet',
      401,
      (_exchange, memory) => memory.increment('sign-in') % 2 === 0,
    ),
    'correct signatures are rejected': reject('authenticateWallet', 401),
  }),
  ...createOperators('5.3.wallet.flow', "other user's data", {
    'a sign-in returns the session of the previous sign-in':
      returnPreviousResponse('authenticateWallet'),
  }),
  ...createOperators('4.2.operation.authenticates', 'valid request rejected', {
    'only a wallet that was added to a user can sign in': reject(
      'authenticateWallet',
      403,
      ({ request }, memory) => !memory.addedWallets.has(readLowerCaseAddress(request)),
    ),
  }),
  ...createOperators('3.wallet.authenticate-verifies', 'schema broken', {
    'the sign-in of an added wallet returns no session': changeSuccess(
      'authenticateWallet',
      (response, { request }, memory) =>
        memory.addedWallets.has(readLowerCaseAddress(request)) ? createResponse(200, {}) : response,
    ),
  }),
  ...createOperators('3.wallet.authenticate-verifies', 'valid request rejected', {
    'an added wallet cannot sign in': reject('authenticateWallet', 403, ({ request }, memory) =>
      memory.addedWallets.has(readLowerCaseAddress(request)),
    ),
  }),
];
