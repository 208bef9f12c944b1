import { otpFields } from '../../contract/wire/one-time-password.ts';
import { pointerTo } from '../../documents/pointer.ts';
import { OTP_OPERATIONS } from '../memory.ts';
import { textIn } from '../named-in-body.ts';
import { maskFault, type MaskFault } from '../phone-mask.ts';
import type { ResponseRule } from '../rule.ts';
import { violation } from '../violation.ts';

const FAULTS: Readonly<Record<MaskFault, string | null>> = {
  // The schema checks this.
  'no text': null,
  'another end': 'must contain the last four digits of the number',
  'the whole number': 'contains the whole number',
  'more of the end': 'shows more than the last four digits',
};

/** §2.5, §2.6: a mask hides the destination, and that of a number shows its last four digits. */
export const masks: ResponseRule = {
  blames: 'deployment',
  on: 'accepted',
  check({ operationId, body, responseBody }, { memory }) {
    const otp = OTP_OPERATIONS[operationId];
    if (otp === undefined) return [];
    const { destination, mask: name } = otpFields[otp.channel];
    const to =
      otp.does === 'send' ? textIn(body, destination) : memory.destinationOf(body, otp.channel);
    const mask = textIn(responseBody, name);
    if (to === undefined || mask === undefined) return [];
    const pointer = pointerTo('body', name);
    if (otp.channel === 'sms') {
      const fault = maskFault(mask, to);
      const message = fault && FAULTS[fault];
      return message
        ? [violation('response', '2.5.phoneMask.last-four', { pointer, message })]
        : [];
    }
    const message = 'contains the whole address';
    return mask.toLowerCase().includes(to.toLowerCase())
      ? [violation('response', '2.6.emailMask.masked', { pointer, message })]
      : [];
  },
};
