/**
 * The formats of the contracts and schemas, for the option `formats` of ajv. A format checks strings only;
 * each is safe for strings of any length.
 */
import { createRequire } from 'node:module';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { parsePhoneNumberFromString } from 'libphonenumber-js';
import { isValidAddress } from '../ports/address.ts';
import { memoize } from '../bounded-cache.ts';

/** E.164 (ITU-T): + and at most 15 digits, without separators. */
const INTERNATIONAL_NUMBER = /^\+[1-9][0-9]{4,14}$/;

/** RFC 5321, section 4.5.3.1.3, without the angle brackets. */
const MAX_EMAIL_LENGTH = 254;

const { email: EMAIL } = fullFormats;
if (!(EMAIL instanceof RegExp))
  throw new TypeError('the format email of ajv-formats is not a regular expression');

/**
 * Accepts numbers that libphonenumber calls "possible": its "valid" numbers exclude numbers for fiction.
 * Memoized, since clients repeat numbers.
 */
const isPhoneNumber = memoize(
  (text) => INTERNATIONAL_NUMBER.test(text) && (parsePhoneNumber(text)?.isPossible() ?? false),
);

export const formats = {
  'eip55-address': isValidAddress,
  'phone-number': isPhoneNumber,
  /** One address (RFC 5322 without quotes, comments and control characters). */
  email: (text: string) => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text),
  uuid: fullFormats.uuid,
  'date-time': fullFormats['date-time'],
  date: fullFormats.date,
  duration: fullFormats.duration,
  uri: fullFormats.uri,
};

let cachedParser: typeof parsePhoneNumberFromString | undefined;

/** Loads libphonenumber-js with the first number, because loading takes some 30 ms. */
function parsePhoneNumber(text: string): ReturnType<typeof parsePhoneNumberFromString> {
  cachedParser ??= (
    createRequire(import.meta.url)('libphonenumber-js') as {
      parsePhoneNumberFromString: typeof parsePhoneNumberFromString;
    }
  ).parsePhoneNumberFromString;
  return cachedParser(text);
}
