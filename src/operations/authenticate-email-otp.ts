import { Refusal } from '../domain/errors.ts';
import { maskEmailAddress } from '../domain/masks.ts';
import { createUserMask } from '../domain/user-object.ts';
import { verifyOneTimePassword } from './flows/verify-otp.ts';
import { signIn } from './flows/sign-in.ts';
import type { WriteOperation } from './operation.ts';

/** §4.7 */
export const authenticateEmailOtp: WriteOperation<'authenticateEmailOtp'> = {
  access: 'write',

  async run(unit, attempt, context) {
    const { dialect } = unit.settings;
    const otp = await verifyOneTimePassword(unit, {
      channel: 'email',
      clientId: context.clientId,
      attempt,
    });
    if (otp instanceof Refusal) return otp;

    const { destination, identity, recordId } = otp;
    const { user, grant } = await signIn(
      unit,
      {
        identity,
        addToUserId: null,
        // An existing address stays in the upper and lower case in which it was first received.
        assignIdentity: (owner) => ({ ...owner, emailAddress: owner.emailAddress ?? destination }),
      },
      context,
    );
    return {
      body: {
        userMask: createUserMask(user, dialect),
        emailId: recordId,
        emailMask: maskEmailAddress(destination, dialect),
      },
      grant,
    };
  },
};
