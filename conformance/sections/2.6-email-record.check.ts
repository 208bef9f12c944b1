import { showsAnotherDomain } from '../responses/email-mask.ts';
import { findText } from '../responses/fields.ts';
import { createMaskChecks, createRecordIdCheck } from '../contexts/masks.ts';
import { check, section } from '../define-check.ts';
import { assertEachRefused, listWrongTypes } from '../actors/valid-requests.ts';
import { observeSpellings, observeValidSend } from '../observations/otp-requests.ts';
import { listReturnedRecords } from '../observations/otp-records.ts';

export const emailRecord = section('2.6', 'Email record', [
  check({
    requirement: '2.6.emailAddress.string',
    title: 'accepts an email address',
    run: async (t) => t.assertAccepted((await observeValidSend(t, 'email')).response),
  }),
  check({
    requirement: '2.6.emailAddress.wrong-type-refused',
    title: 'rejects an emailAddress that is not a string',
    run: (t) => assertEachRefused(t, 'sendEmailOtp', listWrongTypes('emailAddress')),
  }),
  check({
    requirement: '2.6.emailAddress.form',
    title:
      'observes the response to a text that is not an address, and to an address in upper case',
    run: (t) =>
      observeSpellings(t, 'email', (address) => ({
        'an emailAddress without an @': 'nobody',
        'an emailAddress in upper case': address.toUpperCase(),
      })),
  }),
  createRecordIdCheck('email', '2.6.emailId.string'),
  check({
    requirement: '2.6.emailMask.masked',
    title: 'returns an emailMask that hides part of the address',
    async run(t) {
      for (const { record, response, destination } of await listReturnedRecords(t, 'email')) {
        const emailMask = findText(record, 'emailMask') ?? '';
        t.assert(emailMask !== '', 'expected emailMask to be a non-empty string', response);
        t.assert(
          !emailMask.toLowerCase().includes(destination.toLowerCase()),
          'expected a masked address in emailMask, got the whole address',
          response,
        );
        t.assert(
          !showsAnotherDomain(emailMask, destination),
          'expected the domain of the address in emailMask, got another domain',
          response,
        );
      }
    },
  }),
  createMaskChecks('email', '2.6.emailMask.masked'),
]);
