import { emailIdentity } from '../domain/identity.ts';
import { emailMask } from '../domain/masks.ts';
import { sendOneTimePassword } from './flows/send-otp.ts';
import type { WriteOperation } from './operation.ts';

/** §4.6 */
export const sendEmailOtp: WriteOperation<'sendEmailOtp'> = {
  access: 'write',

  async run(unit, { destination }, { clientId, defaultCode }) {
    const { recordId } = await sendOneTimePassword(unit, {
      channel: 'email',
      destination,
      identity: emailIdentity(destination),
      clientId,
      defaultCode,
      addsTo: null,
    });
    return {
      body: { emailId: recordId, emailMask: emailMask(destination, unit.settings.dialect) },
    };
  },
};
