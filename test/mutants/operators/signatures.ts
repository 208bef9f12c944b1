/** §5.3, §4.2, §3: signatures of challenges. */
import { verifyMessage } from 'ethers';
import {
  createResponse,
  parseFields,
  isAccepted,
  findText,
  type Asked,
  type Exchange,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import {
  breaks,
  forgives,
  hits,
  operator,
  refusalsWith,
  refuses,
  type Operator,
} from './operator.ts';

const authenticate = 'authenticateWallet';

const addressIn = (asked: Asked) =>
  findText(parseFields(asked), 'walletAddress')?.toLowerCase() ?? '';
const signatureIn = (asked: Asked) => findText(parseFields(asked), 'signature') ?? '';

/** The signer of a text; null if it is unknown. */
function signer(text: string, signature: string): string | null {
  try {
    return verifyMessage(text, signature).toLowerCase();
  } catch {
    return null;
  }
}

const isWhole = (signature: string) => /^0x[\da-f]{130}$/i.test(signature);

/** The wallet itself signed a challenge of another wallet. */
function signsOtherChallenge({ asked }: Exchange, memory: Memory): boolean {
  const own = new Set(memory.challenges(addressIn(asked)));
  return memory
    .allChallenges()
    .some((text) => !own.has(text) && signer(text, signatureIn(asked)) === addressIn(asked));
}

/** A well-formed signature of an issued challenge by another wallet. */
function isOfOtherKey({ asked }: Exchange, memory: Memory): boolean {
  const started = memory.challenges(addressIn(asked)).length > 0;
  return started && isWhole(signatureIn(asked));
}

const isStarted = ({ asked }: Exchange, memory: Memory) =>
  memory.challenges(addressIn(asked)).length > 0;

export const signatures: readonly Operator[] = [
  operator(
    '5.3.wallet.other-signer-refused',
    'auth bypassed',
    'a signature by any key is accepted',
    forgives(authenticate, isOfOtherKey),
  ),
  operator(
    '5.3.wallet.other-signer-refused',
    'auth bypassed',
    'a signature by any key is accepted for a wallet that signed in before',
    forgives(
      authenticate,
      (exchange, memory) =>
        memory.signedIn.has(addressIn(exchange.asked)) && isOfOtherKey(exchange, memory),
    ),
  ),
  operator(
    '5.3.wallet.other-signer-refused',
    'server error',
    'a signature by another key causes a server error',
    breaks(authenticate, isOfOtherKey),
  ),
  operator(
    '5.3.wallet.other-message-refused',
    'auth bypassed',
    'a signature over the challenge of another wallet is accepted',
    forgives(authenticate, signsOtherChallenge),
  ),
  operator(
    '5.3.wallet.other-message-refused',
    'auth bypassed',
    'a signature over any text is accepted',
    forgives(authenticate, isOfOtherKey),
  ),
  operator(
    '5.3.wallet.other-message-refused',
    'server error',
    'a signature over another text causes a server error',
    breaks(authenticate, isOfOtherKey),
  ),
  operator(
    '5.3.wallet.start-needed',
    'auth bypassed',
    'authenticate requires no previous start',
    forgives(
      authenticate,
      (exchange, memory) => !isStarted(exchange, memory) && isWhole(signatureIn(exchange.asked)),
    ),
  ),
  operator(
    '5.3.wallet.start-needed',
    'server error',
    'authenticate without a start causes a server error',
    breaks(authenticate, (exchange, memory) => !isStarted(exchange, memory)),
  ),
  operator(
    '3.wallet.bad-signature-changes-nothing',
    'auth bypassed',
    'a signature that is cut off is accepted',
    forgives(authenticate, ({ asked }) => {
      const signature = signatureIn(asked);
      return signature !== '' && !isWhole(signature);
    }),
  ),
  operator(
    '3.wallet.bad-signature-changes-nothing',
    'auth bypassed',
    'any signature is accepted',
    forgives(authenticate, ({ asked }) => signatureIn(asked) !== ''),
  ),
  operator(
    '3.wallet.bad-signature-changes-nothing',
    'leak',
    'the rejection of a bad signature contains a session',
    refusalsWith(authenticate, (response, _exchange, memory) => {
      const last = memory.last(authenticate);
      return last === null ? response : { ...last, status: response.status };
    }),
  ),
  operator(
    '5.3.wallet.flow',
    'valid request rejected',
    'every second sign-in is rejected',
    refuses(authenticate, 401, (_exchange, memory) => memory.count('sign-in') % 2 === 0),
  ),
  operator(
    '5.3.wallet.flow',
    'valid request rejected',
    'correct signatures are rejected',
    refuses(authenticate, 401),
  ),
  operator(
    '5.3.wallet.flow',
    "other user's data",
    'a sign-in returns the session of the previous one',
    async (exchange, memory) => {
      const before = memory.last(authenticate);
      const response = await exchange.forward();
      const isOther = before !== null && hits(exchange, authenticate) && isAccepted(response);
      return isOther ? before : response;
    },
  ),
  operator(
    '4.2.call.authenticates',
    'valid request rejected',
    'only a wallet that was added before may sign in',
    refuses(authenticate, 403, ({ asked }, memory) => !memory.addedWallets.has(addressIn(asked))),
  ),
  operator(
    '3.wallet.authenticate-verifies',
    'schema broken',
    'an added wallet signs in without a session',
    async (exchange, memory) => {
      const response = await exchange.forward();
      const isAdded =
        hits(exchange, authenticate) && memory.addedWallets.has(addressIn(exchange.asked));
      return isAdded && isAccepted(response) ? createResponse(200, {}) : response;
    },
  ),
  operator(
    '3.wallet.authenticate-verifies',
    'valid request rejected',
    'an added wallet cannot sign in',
    refuses(authenticate, 403, ({ asked }, memory) => memory.addedWallets.has(addressIn(asked))),
  ),
];
