/** Masks phone numbers and email addresses (§2.5, §2.6) in the form of the dialect. */
import type { Dialect } from '../dialect/dialect.ts';

export function maskPhoneNumber(phoneNumber: string, dialect: Dialect): string {
  return dialect.masks.phone.replaceAll('{last4}', () => phoneNumber.slice(-4));
}

export function maskEmailAddress(emailAddress: string, dialect: Dialect): string {
  const [first = ''] = emailAddress;
  const domain = emailAddress.slice(emailAddress.lastIndexOf('@') + 1);
  return dialect.masks.email.replace(/\{(first|domain)\}/g, (_, part) =>
    part === 'first' ? first : domain,
  );
}
