/** §2.2, §4.1 – §4.3: the fields of the three wallet requests. */
import type { OperationId } from '../../../src/contract/words.ts';
import { parseFields, findText, withFields, type Asked, type Exchange } from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { Words } from '../words.ts';
import {
  breaks,
  forgives,
  operator,
  reads,
  refuses,
  walletOperations,
  type Operator,
} from './operator.ts';

const takesNetwork = ({ takes }: Words) => takes.walletNetwork;
const takesType = ({ takes }: Words) => takes.walletType;

const has = (asked: Asked, name: string) => Object.hasOwn(parseFields(asked), name);
const value = (asked: Asked, name: string) => parseFields(asked)[name];

/** A value that the deployment accepts as the network or type of a wallet. */
const anyKind = ({ takes }: Words) =>
  takes.walletNetwork ? { walletNetwork: 'ETHEREUM' } : { walletType: 'EVM' };

const numberOf: Readonly<Record<(typeof walletOperations)[number], string>> = {
  startWalletAuth: '4.1',
  authenticateWallet: '4.2',
  addWalletToUser: '4.3',
};

/** Returns a new address that no user has. */
function strangerAddress(memory: Memory): string {
  return `0x${memory.count('stranger').toString(16).padStart(40, '5e')}`;
}

function lastAddress(operation: OperationId | null, memory: Memory): string {
  const last = memory.lastCall(operation === 'authenticateWallet' ? 'startWalletAuth' : operation);
  return (last && findText(parseFields(last.asked), 'walletAddress')) ?? strangerAddress(memory);
}

const address = (asked: Asked, memory: Memory) =>
  asked.operation === 'addWalletToUser'
    ? strangerAddress(memory)
    : lastAddress(asked.operation, memory);

const missing = walletOperations.flatMap((operation): Operator[] => [
  operator(
    `${numberOf[operation]}.request.missing-refused`,
    'missing field accepted',
    `${operation} accepts a request without walletAddress`,
    operation === 'authenticateWallet'
      ? forgives(operation, ({ asked }) => !has(asked, 'walletAddress'))
      : reads(operation, (asked, _exchange, memory) =>
          has(asked, 'walletAddress')
            ? null
            : withFields(asked, { walletAddress: address(asked, memory) }),
        ),
  ),
  operator(
    `${numberOf[operation]}.request.missing-refused`,
    'missing field accepted',
    `${operation} assumes ETHEREUM by default`,
    reads(operation, (asked, { words }) =>
      has(asked, 'walletNetwork') || has(asked, 'walletType')
        ? null
        : withFields(asked, anyKind(words)),
    ),
  ),
  operator(
    `${numberOf[operation]}.request.missing-refused`,
    'server error',
    `${operation} returns 500 if walletAddress is missing`,
    breaks(operation, ({ asked }) => !has(asked, 'walletAddress')),
  ),
  operator(
    `${numberOf[operation]}.request.missing-refused`,
    'server error',
    `${operation} returns 500 if network and type are missing`,
    breaks(operation, ({ asked }) => !has(asked, 'walletNetwork') && !has(asked, 'walletType')),
  ),
  operator(
    '2.2.walletAddress.wrong-type-refused',
    'wrong type accepted',
    `${operation} unwraps a list of one walletAddress`,
    reads(operation, (asked) => {
      const given = value(asked, 'walletAddress');
      return Array.isArray(given) ? withFields(asked, { walletAddress: given[0] }) : null;
    }),
  ),
  operator(
    '2.2.walletAddress.wrong-type-refused',
    'wrong type accepted',
    `${operation} accepts a walletAddress that is not a string`,
    forgives(
      operation,
      ({ asked }) =>
        has(asked, 'walletAddress') && typeof value(asked, 'walletAddress') !== 'string',
    ),
  ),
  operator(
    '2.2.walletAddress.wrong-type-refused',
    'server error',
    `${operation} returns 500 for a walletAddress that is not a string`,
    breaks(
      operation,
      ({ asked }) =>
        has(asked, 'walletAddress') && typeof value(asked, 'walletAddress') !== 'string',
    ),
  ),
  operator(
    '2.2.walletAddress.string',
    'valid request rejected',
    `${operation} rejects a string as walletAddress`,
    refuses(operation, 400),
  ),
  operator(
    '2.2.walletNetwork.both-values',
    'valid request rejected',
    `${operation} rejects POLYGON`,
    refuses(operation, 400, ({ asked }) => value(asked, 'walletNetwork') === 'POLYGON'),
    takesNetwork,
  ),
  operator(
    '2.2.walletNetwork.other-values-refused',
    'enum not checked',
    `${operation} reads an unknown network as ETHEREUM`,
    reads(operation, (asked) => {
      const given = value(asked, 'walletNetwork');
      return typeof given === 'string' && given !== 'ETHEREUM' && given !== 'POLYGON'
        ? withFields(asked, { walletNetwork: 'ETHEREUM' })
        : null;
    }),
    takesNetwork,
  ),
  operator(
    '2.2.walletType.replaces-walletNetwork',
    'valid request rejected',
    `${operation} requires walletNetwork in addition to walletType`,
    refuses(
      operation,
      400,
      ({ asked }) => has(asked, 'walletType') && !has(asked, 'walletNetwork'),
    ),
    takesType,
  ),
  operator(
    '2.2.walletType.evm',
    'valid request rejected',
    `${operation} rejects EVM`,
    refuses(operation, 422, ({ asked }) => value(asked, 'walletType') === 'EVM'),
    takesType,
  ),
  operator(
    '2.2.variant.one-works',
    'valid request rejected',
    `${operation} works with neither variant`,
    refuses(operation, 422),
  ),
  operator(
    `${numberOf[operation]}.request.wallet${operation === 'authenticateWallet' ? '-and-signature' : ''}`,
    'valid request rejected',
    `${operation} requires an additional field`,
    refuses(operation, 400, ({ asked }) => !has(asked, 'chainId')),
  ),
  operator(
    {
      startWalletAuth: '4.1.call.starts',
      authenticateWallet: '4.2.call.authenticates',
      addWalletToUser: '4.3.call.adds',
    }[operation],
    'valid request rejected',
    `${operation} does not exist`,
    refuses(operation, 404),
  ),
]);

export const walletRequests: readonly Operator[] = [
  ...missing,
  operator(
    '2.2.walletNetwork.other-values-refused',
    'enum not checked',
    'networks are read without regard to case',
    reads(walletOperations, (asked) => {
      const given = value(asked, 'walletNetwork');
      return typeof given === 'string'
        ? withFields(asked, { walletNetwork: given.toUpperCase() })
        : null;
    }),
    takesNetwork,
  ),
  operator(
    '2.2.walletNetwork.other-values-refused',
    'wrong type accepted',
    'a walletNetwork that is not a string is read as ETHEREUM',
    reads(walletOperations, (asked) =>
      has(asked, 'walletNetwork') && typeof value(asked, 'walletNetwork') !== 'string'
        ? withFields(asked, { walletNetwork: 'ETHEREUM' })
        : null,
    ),
    takesNetwork,
  ),
  operator(
    '2.2.walletNetwork.other-values-refused',
    'server error',
    'an unknown network causes a server error',
    breaks(walletOperations, ({ asked }) => {
      const given = value(asked, 'walletNetwork');
      return given !== undefined && given !== 'ETHEREUM' && given !== 'POLYGON';
    }),
    takesNetwork,
  ),
  ...(['walletNetwork', 'walletType'] as const).map((name) =>
    operator(
      '2.2.variant.either-name',
      'valid request rejected',
      `${name} is not taken`,
      refuses(walletOperations, 400, ({ asked }) => has(asked, name)),
      ({ takes }) => takes.walletNetwork && takes.walletType,
    ),
  ),
  operator(
    '2.2.signature.string',
    'valid request rejected',
    'a signature must be an object of r, s and v',
    refuses('authenticateWallet', 400),
  ),
  operator(
    '2.2.signature.wrong-type-refused',
    'wrong type accepted',
    'a list of one signature is unwrapped',
    reads('authenticateWallet', (asked) => {
      const given = value(asked, 'signature');
      return Array.isArray(given) ? withFields(asked, { signature: given[0] }) : null;
    }),
  ),
  operator(
    '2.2.signature.wrong-type-refused',
    'wrong type accepted',
    'a signature that is not a string is not verified',
    forgives('authenticateWallet', isOddSignature),
  ),
  operator(
    '2.2.signature.wrong-type-refused',
    'server error',
    'a signature that is not a string causes a server error',
    breaks('authenticateWallet', isOddSignature),
  ),
  operator(
    '2.2.signature.authenticate-only',
    'valid request rejected',
    'startWalletAuth requires a signature',
    refuses('startWalletAuth', 400, ({ asked }) => !has(asked, 'signature')),
  ),
  operator(
    '2.2.signature.authenticate-only',
    'valid request rejected',
    'addWalletToUser requires a signature',
    refuses('addWalletToUser', 400, ({ asked }) => !has(asked, 'signature')),
  ),
  operator(
    '4.2.request.missing-refused',
    'missing field accepted',
    'authenticateWallet accepts a request without signature',
    forgives('authenticateWallet', ({ asked }) => !has(asked, 'signature')),
  ),
  operator(
    '4.2.request.missing-refused',
    'server error',
    'authenticateWallet returns 500 if the signature is missing',
    breaks('authenticateWallet', ({ asked }) => !has(asked, 'signature')),
  ),
];

function isOddSignature({ asked }: Exchange): boolean {
  return has(asked, 'signature') && typeof value(asked, 'signature') !== 'string';
}
