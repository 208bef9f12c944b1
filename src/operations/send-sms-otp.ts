import { readCurrentUser } from '../accounts/current-user.ts';
import { Refusal } from '../domain/errors.ts';
import { getPhoneIdentity } from '../domain/identity.ts';
import { maskPhoneNumber } from '../domain/masks.ts';
import type { TokenOwner } from '../domain/records.ts';
import type { UnitOfWork } from '../store/store.ts';
import { requireUnrestricted } from './flows/restricted-write.ts';
import { sendOneTimePassword } from './flows/send-otp.ts';
import type { WriteOperation } from './operation.ts';

/** §4.4 */
export const sendSmsOtp: WriteOperation<'sendSmsOtp'> = {
  access: 'write',

  async run(unit, { destination }, { clientId, bearer, defaultCode }) {
    const identity = getPhoneIdentity(destination);
    const addToUserId = await findReceivingUser(unit, identity, bearer);
    const send = {
      channel: 'sms',
      destination,
      identity,
      clientId,
      defaultCode,
      addToUserId,
    } as const;
    const { recordId } = await sendOneTimePassword(unit, send);
    return {
      body: { phoneId: recordId, phoneMask: maskPhoneNumber(destination, unit.settings.dialect) },
    };
  },
};

/** Returns the id of the user to whom the number is added (§5.7, `otp.sms.bearerSession`); null for none. */
async function findReceivingUser(
  unit: UnitOfWork,
  identity: string,
  bearer: TokenOwner,
): Promise<string | null> {
  const { dialect } = unit.settings;
  const { bearerSession } = dialect.otp.sms;
  if (bearer.kind !== 'session' || bearerSession === 'ignored') return null;
  const user = await readCurrentUser(unit, bearer.userId);
  if (user === undefined) throw new Refusal('bearer', 'The user of the session no longer exists.');

  const ownerId = await unit.findUserIdByIdentity(identity);
  if (ownerId === user.id) return null;
  if (bearerSession === 'mustMatch') {
    throw new Refusal('bearer', 'The phone number does not belong to the user of the session.');
  }
  requireUnrestricted('addPhone', user, dialect);
  if (ownerId !== undefined) {
    throw new Refusal('identityTaken', 'This phone number belongs to another user.', {
      details: [{ pointer: '/body/phoneNumber', message: 'belongs to another user' }],
    });
  }
  return user.id;
}
