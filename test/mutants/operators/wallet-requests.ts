/** §2.2, §4.1 – §4.3: the fields of the three wallet requests. */
import {
  parseFields,
  findText,
  readField,
  withFields,
  type Exchange,
  type ProxyRequest,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import {
  returnServerError,
  acceptWhen,
  createOperator,
  changeRequest,
  reject,
  type Operator,
  createOperatorsIf,
  createOperators,
  acceptsType,
  acceptsNetwork,
} from './operator.ts';
import { walletOperations } from '../../../conformance/actors/operations.ts';

const hasField = (request: ProxyRequest, name: string) => Object.hasOwn(parseFields(request), name);
const isNetwork = (value: unknown) => value === 'ETHEREUM' || value === 'POLYGON';
const isNotString =
  (name: string) =>
  ({ request }: Exchange) =>
    hasField(request, name) && typeof readField(request, name) !== 'string';
const isMissing =
  (...names: readonly string[]) =>
  ({ request }: Exchange) =>
    !names.some((name) => hasField(request, name));

const clauses: Readonly<Record<(typeof walletOperations)[number], string>> = {
  startWalletAuth: '4.1',
  authenticateWallet: '4.2',
  addWalletToUser: '4.3',
};

function createUnknownAddress(memory: Memory): string {
  return `0x${memory.increment('unknown address').toString(16).padStart(40, '5e')}`;
}

/** Returns the last accepted address. Without one, and to add a wallet, returns an unknown address. */
function chooseAddress({ operation }: ProxyRequest, memory: Memory): string {
  if (operation === 'addWalletToUser') return createUnknownAddress(memory);
  const lastRequest = memory.findLastExchange(operation)?.request;
  const lastAddress = lastRequest && findText(parseFields(lastRequest), 'walletAddress');
  return lastAddress ?? createUnknownAddress(memory);
}

const perOperation = walletOperations.flatMap((operation): Operator[] => [
  ...createOperators(`${clauses[operation]}.request.missing-refused`, 'missing field accepted', {
    [`${operation} accepts a request without walletAddress`]:
      operation === 'authenticateWallet'
        ? acceptWhen(operation, isMissing('walletAddress'))
        : changeRequest(operation, (request, _exchange, memory) =>
            hasField(request, 'walletAddress')
              ? null
              : withFields(request, { walletAddress: chooseAddress(request, memory) }),
          ),
    [`${operation} assumes ETHEREUM by default`]: changeRequest(operation, (request, { traits }) =>
      hasField(request, 'walletNetwork') || hasField(request, 'walletType')
        ? null
        : withFields(
            request,
            traits.accepts.walletNetwork ? { walletNetwork: 'ETHEREUM' } : { walletType: 'EVM' },
          ),
    ),
  }),
  ...createOperators(`${clauses[operation]}.request.missing-refused`, 'server error', {
    [`${operation} returns 500 if walletAddress is missing`]: returnServerError(
      operation,
      isMissing('walletAddress'),
    ),
    [`${operation} returns 500 if network and type are missing`]: returnServerError(
      operation,
      isMissing('walletNetwork', 'walletType'),
    ),
  }),
  ...createOperators('2.2.walletAddress.wrong-type-refused', 'wrong type accepted', {
    [`${operation} unwraps a list of one walletAddress`]: changeRequest(operation, (request) => {
      const walletAddress = readField(request, 'walletAddress');
      return Array.isArray(walletAddress)
        ? withFields(request, { walletAddress: walletAddress[0] })
        : null;
    }),
    [`${operation} accepts a walletAddress that is not a string`]: acceptWhen(
      operation,
      isNotString('walletAddress'),
    ),
  }),
  ...createOperators('2.2.walletAddress.wrong-type-refused', 'server error', {
    [`${operation} returns 500 for a walletAddress that is not a string`]: returnServerError(
      operation,
      isNotString('walletAddress'),
    ),
  }),
  ...createOperators('2.2.walletAddress.string', 'valid request rejected', {
    [`${operation} rejects a string as walletAddress`]: reject(operation, 400),
  }),
  ...['ETHEREUM', 'POLYGON'].flatMap((network) =>
    createOperatorsIf(acceptsNetwork, '2.2.walletNetwork.both-values', 'valid request rejected', {
      [`${operation} rejects ${network}`]: reject(
        operation,
        400,
        ({ request }) => readField(request, 'walletNetwork') === network,
      ),
    }),
  ),
  ...createOperatorsIf(
    acceptsNetwork,
    '2.2.walletNetwork.other-values-refused',
    'enum not checked',
    {
      [`${operation} reads an unknown network as ETHEREUM`]: changeRequest(operation, (request) => {
        const walletNetwork = readField(request, 'walletNetwork');
        const isUnknown = typeof walletNetwork === 'string' && !isNetwork(walletNetwork);
        return isUnknown ? withFields(request, { walletNetwork: 'ETHEREUM' }) : null;
      }),
      [`${operation} reads toString and other property names of objects as ETHEREUM`]:
        changeRequest(operation, (request) =>
          String(readField(request, 'walletNetwork')) in {}
            ? withFields(request, { walletNetwork: 'ETHEREUM' })
            : null,
        ),
    },
  ),
  ...createOperatorsIf(
    acceptsType,
    '2.2.walletType.replaces-walletNetwork',
    'valid request rejected',
    {
      [`${operation} requires walletNetwork in addition to walletType`]: reject(
        operation,
        400,
        ({ request }) => hasField(request, 'walletType') && !hasField(request, 'walletNetwork'),
      ),
    },
  ),
  ...createOperatorsIf(acceptsType, '2.2.walletType.evm', 'valid request rejected', {
    [`${operation} rejects EVM`]: reject(
      operation,
      422,
      ({ request }) => readField(request, 'walletType') === 'EVM',
    ),
  }),
  ...createOperators('2.2.variant.one-works', 'valid request rejected', {
    [`${operation} rejects both variants`]: reject(operation, 422),
  }),
  ...createOperators(
    `${clauses[operation]}.request.wallet${operation === 'authenticateWallet' ? '-and-signature' : ''}`,
    'valid request rejected',
    {
      [`${operation} requires an additional field`]: reject(operation, 400, isMissing('chainId')),
    },
  ),
  ...createOperators(
    {
      startWalletAuth: '4.1.operation.starts',
      authenticateWallet: '4.2.operation.authenticates',
      addWalletToUser: '4.3.operation.adds',
    }[operation],
    'valid request rejected',
    { [`${operation} does not exist`]: reject(operation, 404) },
  ),
]);

export const walletRequests: readonly Operator[] = [
  ...perOperation,
  ...createOperatorsIf(
    acceptsNetwork,
    '2.2.walletNetwork.other-values-refused',
    'wrong type accepted',
    {
      'a walletNetwork that is not a string is read as ETHEREUM': changeRequest(
        walletOperations,
        (request, exchange) =>
          isNotString('walletNetwork')(exchange)
            ? withFields(request, { walletNetwork: 'ETHEREUM' })
            : null,
      ),
    },
  ),
  ...createOperatorsIf(acceptsNetwork, '2.2.walletNetwork.other-values-refused', 'server error', {
    'an unknown network causes a server error': returnServerError(
      walletOperations,
      ({ request }) => {
        const walletNetwork = readField(request, 'walletNetwork');
        return walletNetwork !== undefined && !isNetwork(walletNetwork);
      },
    ),
  }),
  ...(['walletNetwork', 'walletType'] as const).map((name) =>
    createOperator(
      '2.2.variant.either-name',
      'valid request rejected',
      `${name} is not accepted`,
      reject(walletOperations, 400, ({ request }) => hasField(request, name)),
      ({ accepts }) => accepts.walletNetwork && accepts.walletType,
    ),
  ),
  ...createOperators('2.2.signature.string', 'valid request rejected', {
    'a signature must be an object of r, s and v': reject('authenticateWallet', 400),
  }),
  ...createOperators('2.2.signature.wrong-type-refused', 'wrong type accepted', {
    'a list of one signature is unwrapped': changeRequest('authenticateWallet', (request) => {
      const signature = readField(request, 'signature');
      return Array.isArray(signature) ? withFields(request, { signature: signature[0] }) : null;
    }),
    'a signature that is not a string is not verified': acceptWhen(
      'authenticateWallet',
      isNotString('signature'),
    ),
  }),
  ...createOperators('2.2.signature.wrong-type-refused', 'server error', {
    'a signature that is not a string causes a server error': returnServerError(
      'authenticateWallet',
      isNotString('signature'),
    ),
  }),
  ...createOperators('2.2.signature.authenticate-only', 'valid request rejected', {
    'startWalletAuth requires a signature': reject('startWalletAuth', 400, isMissing('signature')),
    'addWalletToUser requires a signature': reject('addWalletToUser', 400, isMissing('signature')),
  }),
  ...createOperators('4.2.request.missing-refused', 'missing field accepted', {
    'authenticateWallet accepts a request without signature': acceptWhen(
      'authenticateWallet',
      isMissing('signature'),
    ),
  }),
  ...createOperators('4.2.request.missing-refused', 'server error', {
    'authenticateWallet returns 500 if the signature is missing': returnServerError(
      'authenticateWallet',
      isMissing('signature'),
    ),
  }),
];
