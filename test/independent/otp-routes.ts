import { parseBearer } from './clients.ts';
import { allowOnly, parseDestination, getText, type Fields } from './identities.ts';
import { createMask, createUserMask } from './masks.ts';
import { Refusal } from './refusals.ts';
import type { ResponseBody, ClientRequest, Service } from './service.ts';
import { isFraud, type User } from './users.ts';
import type { Channel, Variant } from './variant.ts';

// §2.5, §2.6
const names = {
  sms: { destination: 'phoneNumber', recordId: 'phoneId', mask: 'phoneMask' },
  email: { destination: 'emailAddress', recordId: 'emailId', mask: 'emailMask' },
} as const;

/** @returns the send and authenticate routes of `channel`. §4.4 – §4.7 */
export function createOtpRoutes(channel: Channel) {
  return {
    async send(service: Service, request: ClientRequest): Promise<ResponseBody> {
      const { variant, oneTimePasswords, outbox } = service;
      allowOnly(request.fields, [names[channel].destination], variant);
      const destination = readDestination(channel, request.fields, variant);
      const linkTo = channel === 'sms' ? await checkSmsBearer(service, request) : undefined;
      if (!service.users.findByDestination(channel, destination)) assertAccepted(variant, linkTo);
      const sent = oneTimePasswords[channel].send(destination, request.client.clientId, linkTo);
      outbox.put(channel, destination, sent.code);
      return variant.otp.sendReturns === 'record' ? createRecord(channel, sent, variant) : {};
    },

    async authenticate(service: Service, { client, fields }: ClientRequest): Promise<ResponseBody> {
      const { variant, sessions } = service;
      const used = service.oneTimePasswords[channel].use({
        ...readIdentification(channel, fields, variant),
        clientId: client.clientId,
        code: getText(fields, variant.otp.codeField[channel]),
      });
      const user = findOrCreateUser(service, channel, used);
      client.lastUser = user;
      const { authenticateReturns } = variant.otp;
      return {
        ...(authenticateReturns.includes('record') ? createRecord(channel, used, variant) : {}),
        ...(authenticateReturns.includes('session')
          ? { sessionJwt: await sessions.issue(user, client) }
          : {}),
        ...(authenticateReturns.includes('userMask')
          ? { userMask: createUserMask(user, variant) }
          : {}),
      };
    },
  };
}

function readDestination(channel: Channel, fields: Fields, variant: Variant): string {
  const text = getText(fields, names[channel].destination);
  const destination = parseDestination(channel, text, variant);
  if (destination === undefined) throw new Refusal('schema');
  return destination;
}

function readIdentification(channel: Channel, fields: Fields, variant: Variant) {
  const { destination, recordId } = names[channel];
  const { identifiedBy, codeField } = variant.otp;
  const consumed: readonly string[] = {
    record: [recordId],
    destination: [destination],
    both: [recordId, destination],
    either: [recordId, destination].filter((name) => Object.hasOwn(fields, name)),
  }[identifiedBy];
  if (consumed.length === 0) throw new Refusal('schema');
  allowOnly(fields, [codeField[channel], ...consumed], variant);
  return {
    recordId: consumed.includes(recordId) ? getText(fields, recordId) : undefined,
    destination: consumed.includes(destination)
      ? readDestination(channel, fields, variant)
      : undefined,
  };
}

/** §5.2 @returns the user that a session in the bearer token links the phone to */
async function checkSmsBearer(service: Service, request: ClientRequest): Promise<User | undefined> {
  const { smsSend, sessionOnSmsSend } = service.variant.bearer;
  const bearer = parseBearer(request.headers);
  const user = await service.sessions.findUser(bearer, request.client);
  const known = user !== undefined || bearer === request.client.accessToken;
  const given = request.headers.authorization !== undefined;
  if (!known && (smsSend === 'required' || (smsSend === 'optional' && given))) {
    throw new Refusal('bearer');
  }
  return sessionOnSmsSend === 'links the phone' ? user : undefined;
}

/** Throws for a destination without a user if the variant rejects it. */
function assertAccepted(variant: Variant, linkTo: User | undefined): void {
  if (linkTo === undefined) {
    if (variant.identities.unknown === 'refused at start') throw new Refusal('unknownIdentity');
  } else if (isFraud(linkTo) && variant.fraudRestricts === 'every write') {
    throw new Refusal('fraud');
  }
}

function findOrCreateUser(
  { variant, users }: Service,
  channel: Channel,
  { destination, linkTo }: { destination: string; linkTo: User | undefined },
): User {
  const known = users.findByDestination(channel, destination);
  if (known !== undefined) return known;
  if (linkTo === undefined && variant.identities.unknown !== 'sign up') {
    throw new Refusal('unknownIdentity');
  }
  const user = linkTo ?? users.signUp();
  users.addDestination(user, channel, destination);
  return user;
}

function createRecord(
  channel: Channel,
  { recordId, destination }: { recordId: string; destination: string },
  variant: Variant,
): ResponseBody {
  return {
    [names[channel].recordId]: recordId,
    [names[channel].mask]: createMask(channel, destination, variant),
  };
}
