import { parseBearer } from './clients.ts';
import { checkFieldNames, parseDestination, getText, type Fields } from './identities.ts';
import { createMask, createUserMask } from './masks.ts';
import { Refusal } from './refusals.ts';
import type { ResponseBody, ClientRequest, Service } from './service.ts';
import { isFraud, type User } from './users.ts';
import type { Channel, Variant } from './variant.ts';

// §2.5, §2.6
const fieldNames = {
  sms: { destination: 'phoneNumber', recordId: 'phoneId', mask: 'phoneMask' },
  email: { destination: 'emailAddress', recordId: 'emailId', mask: 'emailMask' },
} as const;

/** Returns the routes `otp/{channel}:send` and `otp/{channel}:authenticate`. §4.4 – §4.7 */
export function createOtpRoutes(channel: Channel) {
  return {
    async send(service: Service, request: ClientRequest): Promise<ResponseBody> {
      const { variant, oneTimePasswords, outbox } = service;
      checkFieldNames(request.fields, [fieldNames[channel].destination], variant);
      const destination = readDestination(channel, request.fields, variant);
      const linkTo = channel === 'sms' ? await checkSmsBearer(service, request) : undefined;
      if (!service.users.findByDestination(channel, destination))
        checkNewDestination(variant, linkTo);
      const sent = oneTimePasswords[channel].send(destination, request.client.clientId, linkTo);
      outbox.put(channel, destination, sent.code);
      return variant.otp.sendReturns === 'record' ? createRecord(channel, sent, variant) : {};
    },

    async authenticate(service: Service, { client, fields }: ClientRequest): Promise<ResponseBody> {
      const { variant, sessions } = service;
      const consumedCode = service.oneTimePasswords[channel].consume({
        ...readIdentification(channel, fields, variant),
        clientId: client.clientId,
        code: getText(fields, variant.otp.codeField[channel]),
      });
      const user = findOrCreateUser(service, channel, consumedCode);
      client.lastUser = user;
      const { authenticateReturns } = variant.otp;
      return {
        ...(authenticateReturns.includes('record') && createRecord(channel, consumedCode, variant)),
        ...(authenticateReturns.includes('session') && {
          sessionJwt: await sessions.issue(user, client),
        }),
        ...(authenticateReturns.includes('userMask') && {
          userMask: createUserMask(user, variant),
        }),
      };
    },
  };
}

function readDestination(channel: Channel, fields: Fields, variant: Variant): string {
  const text = getText(fields, fieldNames[channel].destination);
  const destination = parseDestination(channel, text, variant);
  if (destination === undefined) throw new Refusal('schema');
  return destination;
}

function readIdentification(channel: Channel, fields: Fields, variant: Variant) {
  const { destination, recordId } = fieldNames[channel];
  const { identifiedBy, codeField } = variant.otp;
  const expectedFields: readonly string[] = {
    record: [recordId],
    destination: [destination],
    both: [recordId, destination],
    either: [recordId, destination].filter((name) => Object.hasOwn(fields, name)),
  }[identifiedBy];
  if (expectedFields.length === 0) throw new Refusal('schema');
  checkFieldNames(fields, [codeField[channel], ...expectedFields], variant);
  return {
    recordId: expectedFields.includes(recordId) ? getText(fields, recordId) : undefined,
    destination: expectedFields.includes(destination)
      ? readDestination(channel, fields, variant)
      : undefined,
  };
}

/** Checks the bearer token (§5.2). Returns the user of the session if the variant adds the number to this user. */
async function checkSmsBearer(service: Service, request: ClientRequest): Promise<User | undefined> {
  const { smsSend, sessionOnSmsSend } = service.variant.bearer;
  const bearer = parseBearer(request.headers);
  const user = await service.sessions.findUser(bearer, request.client);
  const isValid = user !== undefined || bearer === request.client.accessToken;
  const hasToken = request.headers.authorization !== undefined;
  const isChecked = smsSend === 'required' || (smsSend === 'optional' && hasToken);
  if (isChecked && !isValid) throw new Refusal('bearer');
  return sessionOnSmsSend === 'links the phone' ? user : undefined;
}

/** Throws a Refusal if the variant sends no code to a new destination, or a Fraud flag forbids adding it. */
function checkNewDestination(variant: Variant, linkTo: User | undefined): void {
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
  const existingUser = users.findByDestination(channel, destination);
  if (existingUser !== undefined) return existingUser;
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
    [fieldNames[channel].recordId]: recordId,
    [fieldNames[channel].mask]: createMask(channel, destination, variant),
  };
}
