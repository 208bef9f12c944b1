/** Sends requests that must be rejected, and lists the secrets that the responses must not contain. */
import { placeholders } from '../../src/reporting/text/placeholders.ts';
import type { OperationId } from '../../src/contract/types.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { toFields } from '../responses/fields.ts';
import type { Attempt } from '../attempt.ts';
import { signInSharedUserIfPossible } from '../actors/shared-user.ts';
import { withWrongSecret } from '../actors/valid-requests.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { sendUnlessRejectedBefore } from '../observations/shared-responses.ts';
import {
  type HttpRequest,
  type HttpResponse,
  getBodyFields,
  withFields,
  withRaw,
  withSecret,
  withClientId,
} from '../target/http-request.ts';
import { createRequestToMalform } from './request-to-malform.ts';
import { sendMalformed } from './cases.ts';
import { containsWord, type NamedSecret } from './leaked-internals.ts';
import { listInvalidReads, listMalformedFields, truncateBody } from './malformed-requests.ts';

export interface RejectedRequests {
  readonly responses: readonly HttpResponse[];
  readonly secrets: readonly NamedSecret[];
}

/** Sends values that a faulty service cannot parse, so that its response may contain a stack trace. */
export async function sendUnparsableValues(
  t: Attempt,
  operation: OperationId,
): Promise<HttpResponse[]> {
  const { request } = await createRequestToMalform(t, operation);
  const requests =
    operation === 'getUser'
      ? [
          ...listInvalidReads(request, t.dialect).map((malformed) => malformed.request),
          withWrongSecret(request),
        ]
      : [
          truncateBody(request),
          withRaw(request, 'null'),
          withFields(request, Object.keys(getBodyFields(request)), []),
          // One field is enough here: checks of robustness send others.
          ...listMalformedFields(request)
            .slice(0, 1)
            .map((malformed) => malformed.request),
        ];
  return sendAllOnce(t, requests);
}

/** Sends valid requests with invalid credentials, and valid credentials with an invalid body. */
export async function sendWithWrongCredentials(
  t: Attempt,
  operation: OperationId,
): Promise<RejectedRequests> {
  const { request } = await createRequestToMalform(t, operation);
  const responses = await sendAllOnce(t, [
    withClientId(request, 'unknown-client'),
    withSecret(request, 'wrong-secret'),
    ...(operation === 'getUser' ? [] : [truncateBody(request), withRaw(request, '{}')]),
  ]);
  return { responses, secrets: responses.flatMap((response) => findSessions(response.request)) };
}

/** Tries to sign in by the wallet of another user, and to add it. No response may identify its owner. */
export async function sendForAnotherWallet(t: Attempt): Promise<RejectedRequests> {
  // Only declared wallets can sign in, and there may be only one.
  if (!t.createsUsers) return { responses: [], secrets: [] };
  const owner = await t.signInWithSession();
  const { wallet } = owner;
  if (wallet === null) return { responses: [], secrets: [] };
  const started = await t.start(wallet);
  const signature = SigningWallet.create().sign(started.challenge);
  const sharedUser = await signInSharedUserIfPossible(t);
  const responses = await sendAll(t, [
    t.app.createSignInRequest(started.fields, signature),
    t.createAddRequest(sharedUser, t.getFields(wallet)),
  ]);
  const id = owner.userId === null ? [] : [{ text: owner.userId, name: 'the owner of the wallet' }];
  return {
    responses,
    secrets: [...id, ...[owner, sharedUser].map(({ session }) => toNamedSession(session))],
  };
}

/** Minimum length of a code whose parts are unlikely to be in a text by chance. */
const LONG_CODE = 6;

/** Sends two wrong codes: one response may contain the short correct code by chance, but hardly both. */
export async function sendWrongCodes(t: Attempt, channel: OtpChannel): Promise<RejectedRequests> {
  const sent = await t.sendOtp(channel);
  const code = await t.readCode(sent);
  const requests = await Promise.all(
    [1, 2].map((step) => t.createCodeSubmission(sent, shiftCharacters(code, step))),
  );
  const responses = await sendAll(t, requests);
  const leakedPart = listParts(code).find((part) =>
    responses.every(({ text }) => containsWord(text, part)),
  );
  const name = placeholders.oneTimePassword;
  return { responses, secrets: leakedPart === undefined ? [] : [{ text: leakedPart, name }] };
}

/** Returns a code and, if it is long, also without its first or last character. */
function listParts(code: string): readonly string[] {
  return code.length < LONG_CODE ? [code] : [code, code.slice(0, -1), code.slice(1)];
}

export async function sendRejectedReads(t: Attempt): Promise<RejectedRequests> {
  const user = await signInSharedUserIfPossible(t);
  const read = t.createReadRequest(user);
  const valid = await t.send(read);
  const responses = await sendAll(t, [
    withSecret(read, 'wrong-secret'),
    withClientId(read, 'unknown-client'),
  ]);
  return {
    responses,
    secrets: [
      toNamedSession(user.session),
      // The user id is not listed: the sender has the session. Only the correct client may get the user object.
      ...(hasDistinctiveBody(valid) ? [{ text: valid.text.trim(), name: 'the user object' }] : []),
      ...(user.wallet ? [{ text: user.wallet.address, name: 'a wallet of the user' }] : []),
    ],
  };
}

/** Returns whether another response is unlikely to have the same body by chance, unlike `{}`. */
function hasDistinctiveBody({ accepted, body }: HttpResponse): boolean {
  return accepted && Object.keys(toFields(body) ?? {}).length > 1;
}

async function sendAllOnce(t: Attempt, requests: readonly HttpRequest[]): Promise<HttpResponse[]> {
  const responses: HttpResponse[] = [];
  for (const request of requests) {
    responses.push(await sendUnlessRejectedBefore(t, request, sendMalformed));
  }
  return responses;
}

async function sendAll(t: Attempt, requests: readonly HttpRequest[]): Promise<HttpResponse[]> {
  const responses: HttpResponse[] = [];
  for (const request of requests) responses.push(await sendMalformed(t, request));
  return responses;
}

/** Returns a wrong code of the same format, in which every digit and letter differs from the correct code. */
function shiftCharacters(code: string, step: number): string {
  const alphabets = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return code.replaceAll(/[a-z\d]/gi, (character) => {
    const alphabet = alphabets.find((characters) => characters.includes(character)) ?? character;
    return alphabet[(alphabet.indexOf(character) + step) % alphabet.length] ?? character;
  });
}

function toNamedSession(session: string): NamedSecret {
  return { text: session, name: placeholders.sessionJwt };
}

/** Returns the session of the request; the access token already belongs to the secrets of the run. */
function findSessions({ headers }: HttpRequest): readonly NamedSecret[] {
  const bearer = headers['authorization']?.replace(/^Bearer /, '') ?? '';
  return bearer.startsWith('eyJ') ? [toNamedSession(bearer)] : [];
}
