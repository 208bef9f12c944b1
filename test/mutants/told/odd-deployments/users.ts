/** Users and wallets as hardly any deployment shows them (§2.4, §2.7). */
import {
  answerWith,
  fieldsIn,
  fieldsOf,
  withFields,
  without,
  type Fields,
} from '../../exchange.ts';
import type { Mutate } from '../../mutate.ts';
import { answers, hits, walletOperations } from '../../operators/operator.ts';
import { signIns, type OddDeployments } from './odd-deployment.ts';

/** Users with a flag of no category, which is F0000 alone. */
function flaggedRead(change: (user: Fields) => unknown): Mutate {
  return answers('getUser', (user) =>
    JSON.stringify(user).includes('F0000') ? change(user) : user,
  );
}

function userMask(change: (mask: Fields) => unknown): Mutate {
  return answers(signIns, (body) =>
    Object.hasOwn(body, 'userMask')
      ? { ...body, userMask: change(fieldsIn(body['userMask'])) }
      : body,
  );
}

/** On one network alone wallets sign in. */
const onEthereumAlone: Mutate = async (exchange) =>
  hits(exchange, 'authenticateWallet') && fieldsOf(exchange.asked)['walletNetwork'] !== 'ETHEREUM'
    ? answerWith(401, {})
    : exchange.forward();

const needsBothFields: Mutate = async (exchange) => {
  if (!hits(exchange, walletOperations)) return exchange.forward();
  const { walletNetwork, walletType } = fieldsOf(exchange.asked);
  if (walletNetwork === undefined || walletType === undefined) return answerWith(400, {});
  return exchange.forward(withFields(exchange.asked, { walletType: undefined }));
};

export const oddUsers: OddDeployments = {
  'wallets on one network alone': onEthereumAlone,
  'wallets with a network and a type': needsBothFields,
  'users without an id': userMask((mask) => without(mask, 'id')),
  'users without a mask': answers(signIns, (body) => without(body, 'userMask')),
  'a phoneMask that says there is none': userMask((mask) => ({
    ...mask,
    phoneMask: mask['phoneMask'] ?? 'none',
  })),
  'a phoneMask of stars alone': userMask((mask) =>
    mask['phoneMask'] ? { ...mask, phoneMask: '******' } : mask,
  ),
  'personal information whose fields are empty under F0000': flaggedRead((user) => ({
    ...user,
    personalInformation: { firstName: null, emailAddress: '', phoneNumber: null },
  })),
  'personal information without number and address under F0000': flaggedRead((user) => ({
    ...user,
    personalInformation: { country: 'NL' },
  })),
  'personal information of somebody else under F0000': flaggedRead((user) => ({
    ...user,
    personalInformation: {
      ...fieldsIn(user['personalInformation']),
      emailAddress: 'somebody.else@example.com',
      phoneNumber: '+12025550199',
    },
  })),
  'a flag of a code and a category that nobody knows': answers('getUser', (user) =>
    JSON.parse(
      JSON.stringify(user).replace(/"K\d{4}"(?:,"category":"[^"]+")?/g, '"X1","category":"odd"'),
    ),
  ),
  'a user read that is a list': answers('getUser', (user) => [user]),
  'no transactions under F0000': flaggedRead((user) => ({ ...user, transactions: null })),
  'no list of transactions where there are none': answers('getUser', (user) =>
    Array.isArray(user['transactions']) && user['transactions'].length === 0
      ? without(user, 'transactions')
      : user,
  ),
  'transactions that have all settled': answers('getUser', (user) =>
    JSON.parse(JSON.stringify(user).replaceAll('"PENDING"', '"COMPLETE"')),
  ),
  'transactions that have a mark of their return': answers(
    'getUser',
    ({ transactions, ...user }) => ({
      ...user,
      transactions: (Array.isArray(transactions) ? transactions : []).map((each: Fields) => ({
        ...each,
        returned: each['cryptoStatus'] === 'FAILED',
      })),
    }),
  ),
  'two lists that may be the wallets': answers('getUser', (user) => ({
    ...user,
    accounts: user['wallets'],
  })),
  'a KYC status that is another each time': answers('getUser', (user, _exchange, memory) => ({
    ...user,
    kyc: {
      ...fieldsIn(user['kyc']),
      status: ['APPROVED', 'IN_REVIEW', 'DECLINED'][memory.count('read') % 3],
    },
  })),
};
