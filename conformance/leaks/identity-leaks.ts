/** Finds identifiers of other users, and data of users before their sign-in, in responses (§4.8, §7). */
import { findText, findUserMask } from '../responses/fields.ts';
import { isTruncatedJson } from '../responses/json-response.ts';
import { listObjects } from '../responses/user-search.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { serializeRequest, type Leak, listPlaces } from './places.ts';
import { Groups } from './groups.ts';
import { findSession, isSignIn } from './session-leaks.ts';
import { isServerError } from '../target/response-kinds.ts';

const IDENTIFIER_PATTERNS = {
  'the wallet address': /0x[0-9a-f]{40}(?![0-9a-f])/gi,
  'the email address': /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g,
  'the phone number': /(?<![\d.])\+\d{7,15}(?!\d)/g,
  'the challenge': /(?<![\w~-])[\w~-]{24,}$/g,
  'the id': /(?<![\w-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/gi,
} as const;

export interface AccountWithWallet {
  readonly walletAddress: string | null;
  readonly account: DeclaredAccount;
}

export interface LeakContext {
  /** Destinations of the settings whose owner is not declared. */
  readonly destinations: readonly string[];
  /** Whether a wallet is added to the user of the session (§4.3). */
  readonly sessionIdentifiesUser: boolean;
  readonly accessTokens: readonly string[];
  /** Name of the session in the response to a code, if it is not `sessionJwt` (§4.5, §4.7). */
  readonly sessionName: string | null;
  /** Names of the flags, the KYC sub-object and the transactions in the user object (§2.7). */
  readonly userFields: readonly string[];
  /** Requests whose effect is unknown, because a response to them was lost. */
  readonly inconclusiveRequests: readonly HttpRequest[];
}

export function findIdentityLeaks(
  accounts: readonly AccountWithWallet[],
  context: LeakContext,
  responses: readonly HttpResponse[],
): Leak[] {
  const serviceResponses = responses.filter(({ request }) => request.operation !== null);
  const users = groupIdentifiers(accounts, context, serviceResponses);
  const ids = serviceResponses.flatMap((response) => normalizeIdentifier(findUserId(response)));
  const knownUsers = {
    accounts,
    ids: new Set(ids.filter(({ length }) => length >= 8)),
    accessTokens: context.accessTokens,
    userFields: context.userFields,
  };
  const unidentifiedAccounts = listUnidentifiedAccounts(users, serviceResponses, context, accounts);
  return serviceResponses.flatMap((response) => {
    // A truncated value does not identify an owner.
    if (isTruncatedJson(response)) return [];
    const leak = findLeakBeforeSignIn(response, knownUsers);
    return leak === null ? findForeignIdentifiers(response, users, unidentifiedAccounts) : [leak];
  });
}

/** Groups the identifiers that belong to the same user, by the accepted requests of the run. */
function groupIdentifiers(
  accounts: readonly AccountWithWallet[],
  context: LeakContext,
  responses: readonly HttpResponse[],
): Groups {
  const users = new Groups();
  for (const account of accounts) users.unite(listAddresses(account));
  users.ignore(context.destinations.map((text) => text.toLowerCase()));
  for (const request of context.inconclusiveRequests) {
    const mayAddIdentity =
      request.operation === 'addWalletToUser' || sendsSession(request, context);
    if (mayAddIdentity) users.ignoreUnnamedUser(listIdentitiesInBody(request));
  }
  for (const response of responses.filter(({ accepted }) => accepted)) {
    const { request } = response;
    const isOwnerKnown = context.sessionIdentifiesUser && sendsSession(request, context);
    if (request.operation === 'addWalletToUser' && !isOwnerKnown) {
      users.ignoreUnnamedUser(listIdentitiesInBody(request));
    } else uniteIdentifiers(users, response, context.sessionName);
  }
  return users;
}

/** Returns whether the bearer token is a session, not an access token. */
function sendsSession(
  request: HttpRequest,
  { accessTokens }: Pick<LeakContext, 'accessTokens'>,
): boolean {
  const bearer = parseBearer(request);
  return bearer !== null && !accessTokens.includes(bearer);
}

/** Finds identifiers of users other than the users whom the request identifies. */
function findForeignIdentifiers(
  response: HttpResponse,
  users: Groups,
  unidentifiedAccounts: ReadonlySet<string>,
): Leak[] {
  const requestUsers = new Set(
    listPossibleIdentifiers(response.request).flatMap((word) => users.find(word) ?? []),
  );
  // A request without identification may refer to the last sign-in (§4.3).
  if (requestUsers.size === 0 && response.accepted) return [];
  const isForeign = (identifier: string) => {
    const owner = users.find(identifier.toLowerCase());
    return owner !== null && !requestUsers.has(owner) && !unidentifiedAccounts.has(owner);
  };
  return listPlaces(response).flatMap(({ name, text }) => {
    for (const [description, pattern] of Object.entries(IDENTIFIER_PATTERNS)) {
      if (text.match(pattern)?.some(isForeign))
        return [{ response, description: `${description} of another user`, place: name }];
    }
    return [];
  });
}

/** Returns the groups of accounts with neither a session nor a user id: two groups may be the same user. */
function listUnidentifiedAccounts(
  users: Groups,
  responses: readonly HttpResponse[],
  { sessionName }: LeakContext,
  accounts: readonly AccountWithWallet[],
): ReadonlySet<string> {
  const identified = new Set(
    responses
      .filter(({ accepted }) => accepted)
      .flatMap((response) => [findSession(response, sessionName), findUserId(response)])
      .flatMap(normalizeIdentifier)
      .map((word) => users.find(word)),
  );
  const groups = accounts.flatMap(listAddresses).flatMap((address) => users.find(address) ?? []);
  return new Set(groups.filter((group) => !identified.has(group)));
}

function listAddresses({ walletAddress, account }: AccountWithWallet): string[] {
  return [walletAddress, account.emailAddress, account.phoneNumber].flatMap(normalizeIdentifier);
}

/** Finds data of a user in the response to a start, a send or a rejected sign-in: no user has signed in. */
function findLeakBeforeSignIn(
  response: HttpResponse,
  { accounts, ids, accessTokens, userFields }: KnownUsers,
): Leak | null {
  const { request, body } = response;
  const isRejectedSignIn = isSignIn(request) && !response.accepted && !isServerError(response);
  if (!BEFORE_SIGN_IN.has(request.operation) && !isRejectedSignIn) return null;
  // A response to the session of a user may contain data of that user.
  if (sendsSession(request, { accessTokens })) return null;
  const createLeak = (description: string, place: string) => ({
    response,
    description: `${description} of a user who has not signed in`,
    place,
  });
  if (Object.keys(findUserMask(body) ?? {}).length > 0)
    return createLeak('the userMask', 'body/userMask');
  const objects = listObjects(body);
  const field = userFields.find((name) => objects.some(({ fields }) => isFilled(fields[name])));
  if (field !== undefined) return createLeak(`the ${field}`, `body/${field}`);
  const places = listPlaces(response);
  const requestText = serializeRequest(request).toLowerCase();
  const contacts = accounts
    .flatMap(({ account }) => [account.emailAddress, account.phoneNumber])
    .flatMap(normalizeIdentifier)
    .filter((contact) => !requestText.includes(contact));
  const contactPlace = places.find(({ text }) =>
    contacts.some((contact) => text.toLowerCase().includes(contact)),
  );
  if (contactPlace !== undefined)
    return createLeak('the email address or phone number', contactPlace.name);
  const isForeignId = (word: string) => ids.has(word) && !requestText.includes(word);
  // The identifier of a phone or email record may equal the id of its user (§2.5, §2.6).
  const idPlace = places
    .filter(({ name }) => !/(?:phone|email)Id$/.test(name))
    .find(({ text }) => text.toLowerCase().match(ID_WORD)?.some(isForeignId));
  return idPlace === undefined ? null : createLeak('the id', idPlace.name);
}

/** Matches a word that may be the id of a user, in a text or a token. */
const ID_WORD = /[\w-]{8,}/g;

interface KnownUsers extends Pick<LeakContext, 'accessTokens' | 'userFields'> {
  readonly accounts: readonly AccountWithWallet[];
  /** Ids of users who signed in during the run, in lower case. */
  readonly ids: ReadonlySet<string>;
}

const BEFORE_SIGN_IN: ReadonlySet<unknown> = new Set([
  'startWalletAuth',
  'sendSmsOtp',
  'sendEmailOtp',
]);

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function findUserId({ accepted, body }: HttpResponse): string | null {
  return accepted ? findText(findUserMask(body), 'id') : null;
}

/** Unites the identifiers of the user in an accepted request and its response. */
function uniteIdentifiers(users: Groups, response: HttpResponse, sessionName: string | null): void {
  const { request, body } = response;
  const identities = listIdentitiesInBody(request);
  if (identities.length === 0 && !isSignIn(request)) return;
  const responseIdentifiers = [
    findSession(response, sessionName),
    findText(findUserMask(body), 'id'),
    findText(body, 'phoneId'),
    findText(body, 'emailId'),
    extractRandomPart(findText(body, 'challenge')),
  ];
  users.unite([
    ...listPossibleIdentifiers(request).filter((word) => users.has(word)),
    ...identities,
    ...responseIdentifiers.flatMap(normalizeIdentifier),
  ]);
}

function listIdentitiesInBody({ body }: HttpRequest): string[] {
  return ['walletAddress', 'phoneNumber', 'emailAddress'].flatMap((field) =>
    normalizeIdentifier(findText(body, field)),
  );
}

/** Returns the random part of a challenge, which follows a fixed phrase (§2.3). */
function extractRandomPart(challenge: string | null): string | null {
  return challenge?.match(IDENTIFIER_PATTERNS['the challenge'])?.[0] ?? null;
}

/** Returns every text of a request that may identify a user. */
function listPossibleIdentifiers(request: HttpRequest): string[] {
  const words =
    serializeRequest(request)
      .toLowerCase()
      .match(/[\w.+@~-]{3,}/g) ?? [];
  const bearer = parseBearer(request);
  const claims = bearer?.split('.')[1];
  const claimsText = claims === undefined ? '' : Buffer.from(claims, 'base64url').toString();
  return [
    ...words,
    ...(bearer === null ? [] : [bearer.toLowerCase()]),
    ...(claimsText.toLowerCase().match(IDENTIFIER_PATTERNS['the id']) ?? []),
  ];
}

function parseBearer({ headers }: HttpRequest): string | null {
  return /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? null;
}

function normalizeIdentifier(text: string | null): string[] {
  return text === null || text.length < 3 ? [] : [text.toLowerCase()];
}
