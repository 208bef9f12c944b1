import type { Dialect } from '../dialect/dialect.ts';
import { Refusal } from '../domain/errors.ts';
import { maskPhoneNumber } from '../domain/masks.ts';
import { createUserMask } from '../domain/user-object.ts';
import type { User } from '../domain/records.ts';
import { verifyOneTimePassword } from './flows/verify-otp.ts';
import { requireUnrestricted } from './flows/restricted-write.ts';
import { signIn } from './flows/sign-in.ts';
import type { WriteOperation } from './operation.ts';

/** §4.5 */
export const authenticateSmsOtp: WriteOperation<'authenticateSmsOtp'> = {
  access: 'write',

  async run(unit, attempt, context) {
    const { dialect } = unit.settings;
    const otp = await verifyOneTimePassword(unit, {
      channel: 'sms',
      clientId: context.clientId,
      attempt,
    });
    if (otp instanceof Refusal) return otp;

    const { destination, identity, recordId, addToUserId } = otp;
    const { user, grant } = await signIn(
      unit,
      {
        identity,
        addToUserId,
        assignIdentity: (owner) => setPhoneNumber(owner, destination, dialect),
      },
      context,
    );
    return {
      body: {
        userMask: createUserMask(user, dialect),
        phoneId: recordId,
        phoneMask: maskPhoneNumber(destination, dialect),
      },
      grant,
    };
  },
};

/** Sets or replaces the phone number; a user has at most one (§2.4). */
function setPhoneNumber(user: User, phoneNumber: string, dialect: Dialect): User {
  if (user.phoneNumber === phoneNumber) return user;
  requireUnrestricted('addPhone', user, dialect);
  return { ...user, phoneNumber };
}
