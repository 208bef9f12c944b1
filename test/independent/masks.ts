import type { Channel, Variant } from './variant.ts';
import type { User } from './users.ts';

export function createMask(channel: Channel, destination: string, { masks }: Variant): string {
  if (channel === 'sms') return masks.phonePrefix + destination.slice(-4);
  const [first = ''] = destination;
  const domain = destination.slice(destination.lastIndexOf('@') + 1);
  switch (masks.email) {
    case 'a***@example.test':
      return `${first}***@${domain}`;
    case '***@example.test':
      return `***@${domain}`;
    case 'a•••@e•••.test':
      return `${first}•••@${domain[0] ?? ''}•••${domain.slice(domain.lastIndexOf('.'))}`;
  }
}

// §2.4
export function createUserMask(user: User, variant: Variant): Record<string, unknown> {
  const { id, createTime, updateTime, phoneNumber } = user;
  const { preferredMfaMethodWithoutPhone } = variant.masks;
  return {
    id,
    createTime,
    updateTime,
    ...createPhoneMask(phoneNumber, variant),
    preferredMfaMethod: phoneNumber === undefined ? preferredMfaMethodWithoutPhone : 'OTP_SMS',
    ...(variant.responses.additionalFields ? { locale: null } : {}),
  };
}

function createPhoneMask(phoneNumber: string | undefined, variant: Variant): object {
  if (phoneNumber !== undefined) return { phoneMask: createMask('sms', phoneNumber, variant) };
  switch (variant.masks.withoutPhone) {
    case 'absent':
      return {};
    case 'null':
      return { phoneMask: null };
    case 'empty':
      return { phoneMask: '' };
  }
}
