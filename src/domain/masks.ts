/** What a masked phone number or email address looks like (§2.5, §2.6); the dialect has the form. */
import type { Dialect } from '../dialect/dialect.ts';

/** The phone number with all but its last four digits hidden. */
export function phoneMask(phoneNumber: string, dialect: Dialect): string {
  return dialect.masks.phone.replaceAll('{last4}', () => phoneNumber.slice(-4));
}

export function emailMask(emailAddress: string, dialect: Dialect): string {
  const [first = ''] = emailAddress;
  const domain = emailAddress.slice(emailAddress.lastIndexOf('@') + 1);
  return dialect.masks.email.replace(/\{(first|domain)\}/g, (_, part) =>
    part === 'first' ? first : domain,
  );
}
