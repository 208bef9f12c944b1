/** §5.3, §4.2, §3: signatures of challenges. */
import { verifyMessage } from 'ethers';
import {
  createResponse,
  parseFields,
  isAccepted,
  findText,
  type ProxyRequest,
  type Exchange,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import {
  returnServerError,
  replayLastAccepted,
  matchesOperation,
  createOperator,
  changeRejectedResponse,
  rejectValidRequest,
  type Operator,
} from './operator.ts';

const authenticate = 'authenticateWallet';

const readAddress = (request: ProxyRequest) =>
  findText(parseFields(request), 'walletAddress')?.toLowerCase() ?? '';
const readSignature = (request: ProxyRequest) => findText(parseFields(request), 'signature') ?? '';

/** Returns the signer of a text; null if it is unknown. */
function recoverSigner(text: string, signature: string): string | null {
  try {
    return verifyMessage(text, signature).toLowerCase();
  } catch {
    return null;
  }
}

const isWellFormed = (signature: string) => /^0x[\da-f]{130}$/i.test(signature);

/** Returns whether the wallet itself signed a challenge of another wallet. */
function signsOtherChallenge({ request }: Exchange, memory: Memory): boolean {
  const own = new Set(memory.listChallenges(readAddress(request)));
  return memory
    .listAllChallenges()
    .some(
      (text) =>
        !own.has(text) && recoverSigner(text, readSignature(request)) === readAddress(request),
    );
}

/** Returns whether the signature is well-formed and the wallet has a challenge. */
function isWellFormedForChallenge({ request }: Exchange, memory: Memory): boolean {
  const started = memory.listChallenges(readAddress(request)).length > 0;
  return started && isWellFormed(readSignature(request));
}

const isStarted = ({ request }: Exchange, memory: Memory) =>
  memory.listChallenges(readAddress(request)).length > 0;

export const signatures: readonly Operator[] = [
  createOperator(
    '5.3.wallet.other-signer-refused',
    'auth bypassed',
    'a signature by any key is accepted',
    replayLastAccepted(authenticate, isWellFormedForChallenge),
  ),
  createOperator(
    '5.3.wallet.other-signer-refused',
    'auth bypassed',
    'a signature by any key is accepted for a wallet that signed in before',
    replayLastAccepted(
      authenticate,
      (exchange, memory) =>
        memory.signedInWallets.has(readAddress(exchange.request)) &&
        isWellFormedForChallenge(exchange, memory),
    ),
  ),
  createOperator(
    '5.3.wallet.other-signer-refused',
    'server error',
    'a signature by another key causes a server error',
    returnServerError(authenticate, isWellFormedForChallenge),
  ),
  createOperator(
    '5.3.wallet.other-message-refused',
    'auth bypassed',
    'a signature over the challenge of another wallet is accepted',
    replayLastAccepted(authenticate, signsOtherChallenge),
  ),
  createOperator(
    '5.3.wallet.other-message-refused',
    'auth bypassed',
    'a signature over any text is accepted',
    replayLastAccepted(authenticate, isWellFormedForChallenge),
  ),
  createOperator(
    '5.3.wallet.other-message-refused',
    'server error',
    'a signature over another text causes a server error',
    returnServerError(authenticate, isWellFormedForChallenge),
  ),
  createOperator(
    '5.3.wallet.start-needed',
    'auth bypassed',
    'authenticate requires no previous start',
    replayLastAccepted(
      authenticate,
      (exchange, memory) =>
        !isStarted(exchange, memory) && isWellFormed(readSignature(exchange.request)),
    ),
  ),
  createOperator(
    '5.3.wallet.start-needed',
    'server error',
    'authenticate without a start causes a server error',
    returnServerError(authenticate, (exchange, memory) => !isStarted(exchange, memory)),
  ),
  createOperator(
    '3.wallet.bad-signature-changes-nothing',
    'auth bypassed',
    'a signature that is cut off is accepted',
    replayLastAccepted(authenticate, ({ request }) => {
      const signature = readSignature(request);
      return signature !== '' && !isWellFormed(signature);
    }),
  ),
  createOperator(
    '3.wallet.bad-signature-changes-nothing',
    'auth bypassed',
    'any signature is accepted',
    replayLastAccepted(authenticate, ({ request }) => readSignature(request) !== ''),
  ),
  createOperator(
    '3.wallet.bad-signature-changes-nothing',
    'leak',
    'the rejection of a bad signature contains a session',
    changeRejectedResponse(authenticate, (response, _exchange, memory) => {
      const last = memory.findLastResponse(authenticate);
      return last === null ? response : { ...last, status: response.status };
    }),
  ),
  createOperator(
    '5.3.wallet.flow',
    'valid request rejected',
    'every second sign-in is rejected',
    rejectValidRequest(authenticate, 401, (_exchange, memory) => memory.count('sign-in') % 2 === 0),
  ),
  createOperator(
    '5.3.wallet.flow',
    'valid request rejected',
    'correct signatures are rejected',
    rejectValidRequest(authenticate, 401),
  ),
  createOperator(
    '5.3.wallet.flow',
    "other user's data",
    'a sign-in returns the session of the previous one',
    async (exchange, memory) => {
      const before = memory.findLastResponse(authenticate);
      const response = await exchange.forward();
      const isOther =
        before !== null && matchesOperation(exchange, authenticate) && isAccepted(response);
      return isOther ? before : response;
    },
  ),
  createOperator(
    '4.2.call.authenticates',
    'valid request rejected',
    'only a wallet that was added before may sign in',
    rejectValidRequest(
      authenticate,
      403,
      ({ request }, memory) => !memory.addedWallets.has(readAddress(request)),
    ),
  ),
  createOperator(
    '3.wallet.authenticate-verifies',
    'schema broken',
    'an added wallet signs in without a session',
    async (exchange, memory) => {
      const response = await exchange.forward();
      const isAdded =
        matchesOperation(exchange, authenticate) &&
        memory.addedWallets.has(readAddress(exchange.request));
      return isAdded && isAccepted(response) ? createResponse(200, {}) : response;
    },
  ),
  createOperator(
    '3.wallet.authenticate-verifies',
    'valid request rejected',
    'an added wallet cannot sign in',
    rejectValidRequest(authenticate, 403, ({ request }, memory) =>
      memory.addedWallets.has(readAddress(request)),
    ),
  ),
];
