/**
 * The operations as an .http file, which editors run request by request (REST Client of VS Code,
 * httpYac): in the order of a sign-in, against the default scenario of a sandbox.
 */
import { effectiveContract } from '../../contract/effective.ts';
import { serviceOperations } from '../../contract/effective/service-contract.ts';
import { writeSession } from '../../contract/wire/session-place.ts';
import { writeRequest, type CanonicalRequest } from '../../contract/wire.ts';
import type { OperationId } from '../../contract/words.ts';
import { bearerUse, needsSession } from '../../dialect/bearer-use.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { FIRST_TEST_WALLETS } from '../../ports/test-wallets.gen.ts';
import { defaultClients } from '../../scenarios/default-clients.ts';

/** Gina of the default scenario can sign in by all three methods, and nothing is wrong with her. */
const GINA = { wallet: 6, phoneNumber: '+12025550106', emailAddress: 'gina@example.test' };
/** The address of EIP-55's own example, in one case: nobody has it. */
const NEW_WALLET = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';

/** The text of the file. */
export function httpFile(dialect: Dialect): string {
  const contract = effectiveContract(dialect);
  const [client] = defaultClients;
  const walletAddress = FIRST_TEST_WALLETS[GINA.wallet]?.address ?? '';
  const named = dialect.wallet.variant === 'type';
  const wallet = (address: string): CanonicalRequest<'startWalletAuth'> =>
    named ? { address, network: null, type: 'EVM' } : { address, network: 'ETHEREUM', type: null };
  const call = <Id extends OperationId>(id: Id, about: string, request: CanonicalRequest<Id>) =>
    requestText(id, about, request, dialect);

  return [
    `# ${contract.info.title}: every operation once, in the words of this dialect.`,
    '# Made by flagbearer contract --format http, for flagbearer start with its default scenario.',
    '# Elsewhere, change the variables, sign the challenge yourself and read the codes where they go.',
    '',
    '@baseUrl = http://127.0.0.1:4020',
    `@clientId = ${client?.id ?? ''}`,
    `@clientSecret = ${client?.secret ?? ''}`,
    `@accessToken = ${client?.accessToken ?? ''}`,
    `@walletAddress = ${walletAddress}`,
    `@phoneNumber = ${GINA.phoneNumber}`,
    `@emailAddress = ${GINA.emailAddress}`,
    '',
    call('startWalletAuth', '§4.1', wallet('{{walletAddress}}')),
    controlText('sign', 'The sandbox has the key of this wallet.', [
      'POST {{baseUrl}}/sandbox/wallets/{{walletAddress}}:sign',
      'Content-Type: application/json',
      '',
      JSON.stringify({ message: '{{startWalletAuth.response.body.$.challenge}}' }, null, 2),
    ]),
    call('authenticateWallet', '§4.2', {
      ...wallet('{{walletAddress}}'),
      signature: '{{sign.response.body.$.signature}}',
    }),
    call('getUser', '§4.8', { userId: '{{authenticateWallet.response.body.$.userMask.id}}' }),
    call('addWalletToUser', '§4.3: a wallet that nobody has.', wallet(NEW_WALLET)),
    ...(['sms', 'email'] as const).flatMap((channel) => otpTexts(channel, call)),
  ].join('\n');
}

type CallText = <Id extends OperationId>(
  id: Id,
  about: string,
  request: CanonicalRequest<Id>,
) => string;

function otpTexts(channel: 'sms' | 'email', call: CallText): string[] {
  const isSms = channel === 'sms';
  const destination = isSms ? '{{phoneNumber}}' : '{{emailAddress}}';
  const inbox = `${channel}Inbox`;
  const attempt = {
    destination,
    recordId: `{{${inbox}.response.body.$.items[0].recordId}}`,
    code: `{{${inbox}.response.body.$.items[0].code}}`,
  };
  return [
    controlText(`${channel}Clear`, 'So that the code which is sent next is the only one.', [
      'DELETE {{baseUrl}}/sandbox/inbox',
    ]),
    isSms
      ? call('sendSmsOtp', '§4.4', { destination })
      : call('sendEmailOtp', '§4.6', { destination }),
    controlText(inbox, 'What was sent.', [`GET {{baseUrl}}/sandbox/inbox?channel=${channel}`]),
    isSms
      ? call('authenticateSmsOtp', '§4.5', attempt)
      : call('authenticateEmailOtp', '§4.7', attempt),
  ];
}

function controlText(name: string, about: string, lines: readonly string[]): string {
  return [`### ${name}: ${about}`, `# @name ${name}`, ...lines, ''].join('\n');
}

function requestText<Id extends OperationId>(
  id: Id,
  about: string,
  request: CanonicalRequest<Id>,
  dialect: Dialect,
): string {
  const { method, path } = serviceOperations.get(id) ?? { method: 'get', path: '' };
  const { body, query, headers } = writeRequest(id, request, dialect);
  const place = id === 'getUser' ? dialect.user.path : path;
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const sent = { ...bearerOf(id, dialect), ...headers };
  return [
    `### ${id}: ${about}`,
    `# @name ${id}`,
    `${method.toUpperCase()} {{baseUrl}}${place}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`,
    'Accept: application/json',
    'service-client-id: {{clientId}}',
    'service-client-secret: {{clientSecret}}',
    ...Object.entries(sent).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', '', JSON.stringify(body, null, 2)]),
    '',
  ].join('\n');
}

/** §5.2, §5.7 */
function bearerOf(id: OperationId, dialect: Dialect): Readonly<Record<string, string>> {
  const session = '{{authenticateWallet.response.body.$.sessionJwt}}';
  const isForUser = needsSession(id, dialect) || id === 'addWalletToUser';
  if (!isForUser && bearerUse(id, dialect) !== 'required') return {};
  return isForUser || !dialect.bearer.accepts.includes('client')
    ? writeSession(session, dialect.session)
    : { authorization: 'Bearer {{accessToken}}' };
}
