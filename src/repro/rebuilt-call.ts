/** A recorded call as it was sent: what the journal has left out is put back from the sandbox. */
import type { RecordedCall } from '../contract/repro.gen.ts';
import { otpFields } from '../contract/wire/one-time-password.ts';
import type { OtpChannel } from '../dialect/dialect.ts';
import { emailIdentity, phoneIdentity } from '../domain/identity.ts';
import { REDACTED } from '../ports/redaction.ts';
import { digitsFrom } from '../ports/draws.ts';
import { testWalletByAddress } from '../ports/test-wallets.ts';
import { joseTokens } from '../ports/tokens.ts';
import { signSession } from '../sessions/session-token.ts';
import { currentSigningKey } from '../sessions/signing-key.ts';
import type { OneTimePassword } from '../store/state.ts';
import type { View } from '../store/store.ts';
import type { ReplaySandbox } from './replay-sandbox.ts';

export interface RebuiltCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | undefined;
  /** What had to be assumed, and may be why an answer differs. */
  readonly assumed: readonly string[];
}

/** Why a call can't be made again. */
export class NotRebuilt extends Error {
  override readonly name = 'NotRebuilt';
}

/** Headers that belong to a connection, or to the bytes of a body that is written anew. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'keep-alive', 'transfer-encoding', 'te', 'upgrade', 'trailer'],
  ...['content-length', 'content-encoding', 'accept-encoding', 'expect'],
]);

type Fields = Readonly<Record<string, unknown>>;

/** @throws NotRebuilt where something is missing that nothing here can tell */
export async function rebuiltCall(
  call: RecordedCall,
  sandbox: ReplaySandbox,
): Promise<RebuiltCall> {
  const { request, outcome } = call;
  const { method, path } = request;
  if (outcome === 'aborted') {
    throw new NotRebuilt(
      'its caller went away before the answer, so what it had done is not known',
    );
  }
  if (request.bodyOmitted === 'notJson' || request.bodyOmitted === 'tooLarge') {
    throw new NotRebuilt(`its body is not in the journal (${request.bodyOmitted})`);
  }
  const assumed: string[] = [];
  const headers = await headersOf(call, sandbox, assumed);
  const body = await bodyOf(call, sandbox, assumed);
  const query = queryOf(request.query);
  // What is sent is not looked at encoded: that would hide the mark.
  const sent = {
    path,
    query: JSON.stringify(request.query),
    body: JSON.stringify(body),
    ...headers,
  };
  const left = Object.entries(sent).find(([, text]) => String(text ?? '').includes(REDACTED));
  if (left !== undefined) {
    throw new NotRebuilt(`a secret in its ${left[0]} is not in the journal`);
  }
  return {
    method,
    target: query === '' ? path : `${path}?${query}`,
    headers,
    // A body that nobody has read may be any.
    body: request.bodyOmitted === 'notRead' ? '{}' : JSON.stringify(body),
    assumed,
  };
}

function queryOf(query: Fields): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return new URLSearchParams(pairs).toString();
}

async function headersOf(
  call: RecordedCall,
  sandbox: ReplaySandbox,
  assumed: string[],
): Promise<Record<string, string | string[]>> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(call.request.headers)) {
    if (OWN_HEADERS.has(name)) continue;
    headers[name] = [value].flat().map(String);
  }
  if (isHidden(headers['service-client-secret'])) {
    headers['service-client-secret'] = await clientSecretOf(call, sandbox);
  }
  if (isHidden(headers['authorization'])) {
    headers['authorization'] = `Bearer ${await tokenOf(call, sandbox, assumed)}`;
  }
  // No answer depends on them.
  for (const name of ['cookie', 'proxy-authorization']) delete headers[name];
  return headers;
}

function isHidden(value: unknown): boolean {
  return [value].flat().includes(REDACTED);
}

async function clientSecretOf(
  { outcome, clientId }: RecordedCall,
  { store, held }: ReplaySandbox,
): Promise<string> {
  const client = await store.read(held, (view) => view.client(clientId ?? ''));
  return outcome === 'clientCredentials' || client === undefined ? 'a-wrong-secret' : client.secret;
}

async function tokenOf(
  { replay, clientId, outcome }: RecordedCall,
  { store, held }: ReplaySandbox,
  assumed: string[],
): Promise<string> {
  switch (replay.bearer) {
    case 'none':
      // Refused, or not looked at.
      if (outcome === 'bearer') assumed.push('the bearer that was refused was no token at all');
      return 'no-token';
    case 'client': {
      const client = await store.read(held, (view) => view.client(clientId ?? ''));
      if (client === undefined) throw new NotRebuilt(`there is no client ${clientId}`);
      return client.accessToken;
    }
    case 'session':
      break;
  }
  const { session, dialect } = await store.read(held, async (view) => ({
    session: sessionIn((await view.runtime()).sessions, {
      userId: replay.bearerUserId,
      clientId,
      isBound: view.settings.dialect.session.boundToClient === 'yes',
    }),
    dialect: view.settings.dialect,
  }));
  if (session === undefined) {
    throw new NotRebuilt(
      `user ${replay.bearerUserId} has no session here: the sign-in was not replayed`,
    );
  }
  const key = await currentSigningKey(store, held, joseTokens);
  const { id: sessionId, userId, expiresAt } = session;
  const grant = { sessionId, userId, expiresAt, clientId: session.clientId };
  return signSession(
    { ...grant, arrival: 'known', issuedAt: Date.parse(replay.at) },
    { key, dialect, tokens: joseTokens },
  );
}

type Sessions = Awaited<ReturnType<View['runtime']>>['sessions'];

function sessionIn(
  sessions: Sessions,
  wanted: {
    readonly userId: string | undefined;
    readonly clientId: string | null;
    readonly isBound: boolean;
  },
): Sessions[number] | undefined {
  return sessions
    .toReversed()
    .find(
      ({ userId, clientId }) =>
        userId === wanted.userId && (!wanted.isBound || clientId === wanted.clientId),
    );
}

async function bodyOf(
  call: RecordedCall,
  sandbox: ReplaySandbox,
  assumed: string[],
): Promise<unknown> {
  const { body } = call.request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  switch (call.operation) {
    case 'authenticateWallet':
      return body['signature'] === REDACTED
        ? { ...body, signature: await signatureFor(call, body, sandbox, assumed) }
        : body;
    case 'authenticateSmsOtp':
      return withCode(call, body, 'sms', sandbox, assumed);
    case 'authenticateEmailOtp':
      return withCode(call, body, 'email', sandbox, assumed);
    default:
      return body;
  }
}

/** Outcomes behind which a signature or a code was looked at and found right. */
const RIGHT: ReadonlySet<string> = new Set([
  ...['accepted', 'flagRestricts', 'identityTaken', 'identityUnknown', 'otpExpired'],
]);

async function signatureFor(
  { outcome, clientId }: RecordedCall,
  body: Fields,
  { store, held, signatures }: ReplaySandbox,
  assumed: string[],
): Promise<string> {
  const address = String(body['walletAddress']);
  if (!RIGHT.has(outcome)) {
    if (outcome === 'signature')
      assumed.push('the signature that was refused is another wrong one');
    return `0x${'11'.repeat(64)}1b`;
  }
  const challenge = await store.read(held, async (view) =>
    (await view.runtime()).challenges
      .filter(
        (slot) =>
          slot.clientId === clientId && slot.wallet.toLowerCase().includes(address.toLowerCase()),
      )
      .flatMap(({ challenges }) => challenges)
      .at(-1),
  );
  const wallet = testWalletByAddress(address);
  if (wallet !== undefined && challenge !== undefined) {
    return signatures.sign(challenge.challenge, wallet.privateKey);
  }
  assumed.push(`the signature of ${address} is taken for right, as it was: its key is not known`);
  return signatures.standIn(address);
}

async function withCode(
  call: RecordedCall,
  body: Fields,
  channel: OtpChannel,
  { store, held }: ReplaySandbox,
  assumed: string[],
): Promise<unknown> {
  return store.read(held, async (view) => {
    const { codeField, codeLength } = view.settings.dialect.otp[channel];
    if (body[codeField] !== REDACTED) return body;
    const sent = await passwordsFor(view, call, body, channel);
    const pending = sent.findLast(({ state }) => state === 'pending');
    if (RIGHT.has(call.outcome)) {
      if (pending === undefined) throw new NotRebuilt('no one-time password is waiting for it');
      return { ...body, [codeField]: pending.code };
    }
    if (call.outcome === 'otpWrong') assumed.push('the wrong one-time password is another one');
    return { ...body, [codeField]: otherCode(sent, codeLength) };
  });
}

function passwordsFor(
  view: View,
  { clientId }: RecordedCall,
  body: Fields,
  channel: OtpChannel,
): Promise<readonly OneTimePassword[]> {
  const { recordId, destination } = otpFields[channel];
  const record = body[recordId];
  if (typeof record === 'string') {
    return view.oneTimePasswordsByRecord(clientId ?? '', channel, record);
  }
  const to = String(body[destination] ?? '');
  const identity = channel === 'sms' ? phoneIdentity(to) : emailIdentity(to);
  return view.oneTimePasswords(clientId ?? '', channel, identity);
}

/** A code that was never sent. */
function otherCode(sent: readonly OneTimePassword[], length: number): string {
  const codes = new Set(sent.map(({ code }) => code));
  for (let number = 0; ; number += 1) {
    const bytes = Buffer.alloc(32);
    bytes.writeUInt32BE(number, 28);
    const code = digitsFrom(bytes, length);
    if (!codes.has(code)) return code;
  }
}
