import { getEmailIdentity } from '../domain/identity.ts';
import { maskEmailAddress } from '../domain/masks.ts';
import { sendOneTimePassword } from './flows/send-otp.ts';
import type { WriteOperation } from './operation.ts';

/** §4.6 */
export const sendEmailOtp: WriteOperation<'sendEmailOtp'> = {
  access: 'write',

  async run(unit, { destination }, { clientId, defaultCode }) {
    const { recordId } = await sendOneTimePassword(unit, {
      channel: 'email',
      destination,
      identity: getEmailIdentity(destination),
      clientId,
      defaultCode,
      addToUserId: null,
    });
    return {
      body: { emailId: recordId, emailMask: maskEmailAddress(destination, unit.settings.dialect) },
    };
  },
};
