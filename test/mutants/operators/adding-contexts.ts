/** §4.3, §3: adding a wallet is broken in one context only. */
import { Wallet } from 'ethers';
import {
  createResponse,
  findBearer,
  parseFields,
  isAccepted,
  findText,
  findUserId,
  withFields,
  withHeaders,
  type Asked,
  type Exchange,
  type Fields,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import { getUser, listWallets } from '../user-object.ts';
import type { Words } from '../words.ts';
import { answers, hits, operator, type Operator } from './operator.ts';

const add = 'addWalletToUser';

interface Context {
  readonly name: string;
  readonly holds: (exchange: Exchange, memory: Memory) => boolean;
  readonly applies?: (words: Words) => boolean;
  /** False where a rejection may be the dialect of a legal deployment. */
  readonly rejects?: boolean;
}

const field = (asked: Asked, name: string) => findText(parseFields(asked), name) ?? '';
const addressOf = (fields: Fields) => (findText(fields, 'walletAddress') ?? '').toLowerCase();
const showsWallets = ({ user }: Words) => user.wallets !== null;
const bySession = ({ addsToLastUser, unknownIdentitiesSignUp }: Words) =>
  !addsToLastUser && unknownIdentitiesSignUp;
const addedBefore = (asked: Asked) => `added before ${findBearer(asked) ?? ''}`;

const contexts: readonly Context[] = [
  {
    name: 'on POLYGON',
    holds: ({ asked }) => field(asked, 'walletNetwork') === 'POLYGON',
    applies: ({ takes }) => takes.walletNetwork,
  },
  {
    name: 'of type EVM',
    holds: ({ asked }) => field(asked, 'walletType') === 'EVM',
    applies: ({ takes }) => takes.walletType && takes.walletNetwork,
    rejects: false,
  },
  {
    name: 'through the second client',
    holds: ({ asked, words }) => asked.headers['service-client-id'] === words.clients[1]?.clientId,
  },
  {
    name: 'for a second added wallet',
    holds: ({ asked }, memory) => memory.kept(addedBefore(asked)) === true,
    applies: bySession,
  },
  {
    name: 'for an address in lower case',
    holds: ({ asked }) => field(asked, 'walletAddress') === addressOf(parseFields(asked)),
    rejects: false,
  },
];

/** The session of the last user who signed in. */
function lastSession(memory: Memory): string | null {
  const last = memory.lastCall('authenticateWallet');
  return last && findText(parseFields(last.response), 'sessionJwt');
}

/** The session of the user that a body names. */
function sessionOf(userId: unknown, memory: Memory): string | null {
  const signIn = memory.lastCall(
    'authenticateWallet',
    ({ response }) => findUserId(response) === userId,
  );
  return signIn && findText(parseFields(signIn.response), 'sessionJwt');
}

/** Changes the state of wallets in a user read, or removes them. */
function shown(
  requirement: string,
  name: string,
  status: (wallet: Fields, memory: Memory, all: readonly Fields[]) => string | null,
): Operator {
  return operator(
    requirement,
    'state not changed',
    name,
    answers('getUser', (body, { words }, memory) => {
      const wallets = listWallets(getUser(body, words), words);
      const states = wallets.map((wallet) => status(wallet, memory, wallets));
      for (const [index, wallet] of wallets.entries()) {
        wallet['status'] = states[index] ?? wallet['status'];
      }
      const kept = wallets.filter((_, index) => states[index] !== 'gone');
      wallets.splice(0, wallets.length, ...kept);
      return body;
    }),
    showsWallets,
  );
}

/** The added wallets of a user who has another wallet. */
const addedBeside = (wallet: Fields, all: readonly Fields[], memory: Memory) =>
  all.filter((other) => other !== wallet && memory.addedWallets.has(addressOf(other)));

const perContext = contexts.flatMap(({ name, holds, applies, rejects }): Operator[] => [
  operator(
    '4.3.call.adds',
    'state not changed',
    `addToUser returns {} and adds nothing ${name}`,
    async (exchange, memory) => {
      const { asked } = exchange;
      const isIn = hits(exchange, add) && holds(exchange, memory);
      const response = await exchange.forward(
        isIn && /^0x[\da-f]{40}$/i.test(field(asked, 'walletAddress'))
          ? withFields(asked, { walletAddress: Wallet.createRandom().address })
          : asked,
      );
      if (hits(exchange, add) && isAccepted(response)) memory.keep(addedBefore(asked), true);
      return response;
    },
    applies,
  ),
  ...(rejects === false
    ? []
    : [
        operator(
          '4.3.call.adds',
          'valid request rejected',
          `addToUser is rejected ${name}`,
          async (exchange, memory) => {
            const isIn = hits(exchange, add) && holds(exchange, memory);
            const response = await exchange.forward();
            if (!hits(exchange, add) || !isAccepted(response)) return response;
            memory.keep(addedBefore(exchange.asked), true);
            return isIn ? createResponse(401, { message: 'No.' }) : response;
          },
          applies,
        ),
      ]),
]);

export const addingContexts: readonly Operator[] = [
  ...perContext,
  operator(
    '4.3.call.adds',
    "other user's data",
    'a wallet is added to the last user who signed in, regardless of the session',
    (exchange, memory) => {
      const { asked } = exchange;
      const session =
        hits(exchange, add) && findBearer(asked) !== null ? lastSession(memory) : null;
      return exchange.forward(
        session === null ? asked : withHeaders(asked, { authorization: `Bearer ${session}` }),
      );
    },
    bySession,
  ),
  ...['userId', 'user', 'id', 'user_id'].map((name) =>
    operator(
      '4.3.call.adds',
      "other user's data",
      `a wallet is added to the user in the field ${name} of the body`,
      (exchange, memory) => {
        const { asked } = exchange;
        if (!hits(exchange, add)) return exchange.forward();
        const { userId, user, id, user_id, ...body } = parseFields(asked);
        const session = sessionOf({ userId, user, id, user_id }[name], memory);
        return exchange.forward(
          session === null
            ? asked
            : withHeaders(
                { ...asked, text: JSON.stringify(body) },
                { authorization: `Bearer ${session}` },
              ),
        );
      },
      bySession,
    ),
  ),
  operator(
    '4.3.call.adds',
    "other user's data",
    'two concurrently added wallets go to one user',
    async (exchange, memory) => {
      if (!hits(exchange, add)) return exchange.forward();
      const bearer = findBearer(exchange.asked);
      const running = memory.kept('adding');
      if (bearer !== null && typeof running !== 'string') memory.keep('adding', bearer);
      const response = await exchange.forward(
        bearer !== null && typeof running === 'string'
          ? withHeaders(exchange.asked, { authorization: `Bearer ${running}` })
          : exchange.asked,
      );
      memory.keep('adding', null);
      return response;
    },
    bySession,
  ),
  shown(
    '3.wallet.added-unverified',
    'a wallet that is added on POLYGON is verified at once',
    (wallet) => (wallet['walletNetwork'] === 'POLYGON' ? 'verified' : null),
  ),
  shown(
    '3.wallet.added-unverified',
    'adding a wallet makes the other wallets of the user unverified',
    (wallet, memory, all) =>
      addedBeside(wallet, all, memory).some((other) => other['status'] === 'unverified')
        ? 'unverified'
        : null,
  ),
  shown(
    '3.wallet.authenticate-verifies',
    'verifying an added wallet removes the other wallets of the user',
    (wallet, memory, all) =>
      addedBeside(wallet, all, memory).some((other) => other['status'] === 'verified') &&
      !memory.addedWallets.has(addressOf(wallet))
        ? 'gone'
        : null,
  ),
  shown(
    '3.wallet.authenticate-verifies',
    'the second added wallet of a user stays unverified',
    (wallet, memory, all) =>
      memory.addedWallets.has(addressOf(wallet)) &&
      addedBeside(wallet, all, memory).some((other) => other['status'] === 'verified')
        ? 'unverified'
        : null,
  ),
];
