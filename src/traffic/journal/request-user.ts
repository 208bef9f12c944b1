/** Finds the user of a request: for faults before the request is served, for the journal afterwards. */
import { listIdentities, findUserId } from '../../accounts/user-reference.ts';
import { otpFields } from '../../contract/wire/one-time-password.ts';
import type { OperationId } from '../../contract/types.ts';
import type { OtpChannel } from '../../dialect/dialect.ts';
import { getDestinationIdentity } from '../../domain/identity.ts';
import type { View } from '../../store/store.ts';
import { findText, findWalletIdentity } from '../../judge/body-fields.ts';
import { isWalletRequest } from '../../judge/clients/client-exchange.ts';
import { OTP_OPERATIONS } from '../../judge/memory.ts';

export interface RequestIdentifiers {
  readonly operationId: OperationId | undefined;
  readonly clientId: string | null;
  /** The id of the user who signed in or owns the session, or the user id in the request, which can be unknown. */
  readonly userId: string | undefined;
  readonly body: unknown;
}

/** Returns the id of an existing user: the `userId`; without it, the user with the identity in the body. */
export async function findRequestUser(
  view: View,
  identifiers: RequestIdentifiers,
): Promise<string | undefined> {
  if (identifiers.userId !== undefined) return (await view.findUser(identifiers.userId))?.id;
  const identity = await findIdentity(view, identifiers);
  return identity === undefined ? undefined : view.findUserIdByIdentity(identity);
}

/** Returns whether a request is about the user that `ref` names; without such a user, about the identity `ref`. */
export async function isAboutUser(
  view: View,
  identifiers: RequestIdentifiers,
  ref: string,
): Promise<boolean> {
  const userId = await findUserId(view, ref);
  if (userId !== undefined) return (await findRequestUser(view, identifiers)) === userId;
  const identity = await findIdentity(view, identifiers);
  return identity !== undefined && listIdentities(ref, view.settings.dialect).has(identity);
}

/** Returns the identity of the wallet, number, address or record in the body; undefined for an invalid body. */
async function findIdentity(
  view: View,
  identifiers: RequestIdentifiers,
): Promise<string | undefined> {
  const { operationId, body } = identifiers;
  const otp = operationId && OTP_OPERATIONS[operationId];
  if (otp !== undefined) return findDestination(view, identifiers, otp.channel);
  return isWalletRequest(identifiers) ? findWalletIdentity(body, view.settings.dialect) : undefined;
}

/** Returns the identity of a destination, or of the record of a send (§4.5, §4.7). */
async function findDestination(
  view: View,
  { clientId, body }: RequestIdentifiers,
  channel: OtpChannel,
): Promise<string | undefined> {
  const fields = otpFields[channel];
  const destination = findText(body, fields.destination);
  if (destination !== undefined) return getDestinationIdentity(channel, destination);
  const recordId = findText(body, fields.recordId);
  if (recordId === undefined || clientId === null) return undefined;
  const [sent] = await view.listOneTimePasswordsByRecord(clientId, channel, recordId);
  return sent?.identity;
}
