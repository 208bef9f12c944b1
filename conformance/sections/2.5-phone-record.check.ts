import type { JsonValue } from '../../src/contract/openapi-document.ts';
import { getDigits, findMaskProblem, hasMoreThanFourDigits } from '../../src/judge/phone-mask.ts';
import { createMaskChecks, createRecordIdCheck } from '../contexts/masks.ts';
import { check, section } from '../define-check.ts';
import { assertEachRefused, malformField } from '../actors/valid-requests.ts';
import { observeSpellings, observeValidSend } from '../observations/otp-requests.ts';
import { listReturnedRecords } from '../observations/otp-records.ts';
import { maskMessages } from './2.4-phone-mask.check.ts';

const messages = { ...maskMessages, 'not a string': 'expected phoneMask to be a string' };

const withNumber = (description: string, change: (phoneNumber: string) => JsonValue) =>
  malformField('phoneNumber', description, change);

export const phoneRecord = section('2.5', 'Phone record', [
  check({
    requirement: '2.5.phoneNumber.international',
    title: 'accepts a number with plus sign and country code',
    run: async (t) => t.assertAccepted((await observeValidSend(t, 'sms')).response),
  }),
  check({
    requirement: '2.5.phoneNumber.other-form-refused',
    part: 'no-plus',
    title: 'rejects a phoneNumber without plus sign and country code',
    run: (t) =>
      assertEachRefused(t, 'sendSmsOtp', [
        withNumber('with a number without its plus sign', getDigits),
        withNumber('with a number without its country code', (number) =>
          getDigits(number).slice(-7),
        ),
        withNumber('with 00 instead of the plus sign', (number) => `00${getDigits(number)}`),
        withNumber('with an empty number', () => ''),
        withNumber('with only a plus sign', () => '+'),
        withNumber('with a word', () => '+nobody'),
      ]),
  }),
  check({
    requirement: '2.5.phoneNumber.other-form-refused',
    part: 'not-a-string',
    title: 'rejects a phoneNumber that is not a string',
    run: (t) =>
      assertEachRefused(t, 'sendSmsOtp', [
        withNumber('with a number as a JSON number', (number) => Number(getDigits(number))),
        withNumber('with null as the number', () => null),
        withNumber('with true as the number', () => true),
        withNumber('with a list of numbers', (number) => [number]),
        withNumber('with an object as the number', (phoneNumber) => ({ phoneNumber })),
      ]),
  }),
  check({
    requirement: '2.5.phoneNumber.separators',
    title: 'observes the response to a phone number with spaces',
    run: (t) =>
      observeSpellings(t, 'sms', (number) => ({
        'a phoneNumber with spaces': number.replaceAll(/\d{3}(?=\d)/g, '$& '),
      })),
  }),
  createRecordIdCheck('sms', '2.5.phoneId.string'),
  check({
    requirement: '2.5.phoneMask.last-four',
    title: 'returns a phoneMask with the last four digits, not the whole number',
    async run(t) {
      for (const { record, response, destination } of await listReturnedRecords(t, 'sms')) {
        const problem = findMaskProblem(record['phoneMask'], destination);
        t.assert(problem === null, problem === null ? '' : messages[problem], response);
      }
    },
  }),
  createMaskChecks('sms', '2.5.phoneMask.last-four'),
  check({
    requirement: '2.5.phoneMask.no-other-digits',
    title: 'returns a phoneMask with no digits besides the last four',
    async run(t) {
      for (const { record, response } of await listReturnedRecords(t, 'sms')) {
        const { phoneMask } = record;
        t.assert(typeof phoneMask === 'string', messages['not a string'], response);
        t.assert(
          !hasMoreThanFourDigits(String(phoneMask)),
          'expected only the last four digits in phoneMask, got more',
          response,
        );
      }
    },
  }),
]);
