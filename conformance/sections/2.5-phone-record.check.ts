import { findText } from '../responses/fields.ts';
import { getDigits, findMaskProblem, hasMoreThanFourDigits } from '../../src/judge/phone-mask.ts';
import { createMaskChecks } from '../contexts/masks.ts';
import { check, section } from '../define-check.ts';
import { assertEachRefused } from '../actors/valid-requests.ts';
import { observeValidSend } from '../observations/otp-pair.ts';
import { listReturnedRecords } from '../observations/otp-records.ts';
import { withField, type HttpRequest } from '../target/http-request.ts';
import { messages as userMaskMessages } from './2.4-phone-mask.check.ts';

const messages = { ...userMaskMessages, 'not a string': 'expected phoneMask to be a string' };

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
        {
          what: 'with a number without its plus sign',
          apply: (request) => withField(request, 'phoneNumber', getDigits(getPhoneNumber(request))),
        },
        {
          what: 'with a number without its country code',
          apply: (request) =>
            withField(request, 'phoneNumber', getDigits(getPhoneNumber(request)).slice(-7)),
        },
        {
          what: 'with 00 instead of the plus sign',
          apply: (request) =>
            withField(request, 'phoneNumber', `00${getDigits(getPhoneNumber(request))}`),
        },
        { what: 'with an empty number', apply: (request) => withField(request, 'phoneNumber', '') },
        {
          what: 'with only a plus sign',
          apply: (request) => withField(request, 'phoneNumber', '+'),
        },
        { what: 'with words', apply: (request) => withField(request, 'phoneNumber', '+nobody') },
      ]),
  }),
  check({
    requirement: '2.5.phoneNumber.other-form-refused',
    part: 'not-a-string',
    title: 'rejects a phoneNumber that is not a string',
    run: (t) =>
      assertEachRefused(t, 'sendSmsOtp', [
        {
          what: 'with a number as a JSON number',
          apply: (request) =>
            withField(request, 'phoneNumber', Number(getDigits(getPhoneNumber(request)))),
        },
        {
          what: 'with null as the number',
          apply: (request) => withField(request, 'phoneNumber', null),
        },
        {
          what: 'with true as the number',
          apply: (request) => withField(request, 'phoneNumber', true),
        },
        {
          what: 'with a list of numbers',
          apply: (request) => withField(request, 'phoneNumber', [getPhoneNumber(request)]),
        },
        {
          what: 'with an object as the number',
          apply: (request) =>
            withField(request, 'phoneNumber', { phoneNumber: getPhoneNumber(request) }),
        },
      ]),
  }),
  check({
    requirement: '2.5.phoneNumber.separators',
    title: 'response to a number with spaces',
    async run(t) {
      await t.ctx.sendValidRequest('sendSmsOtp');
      const request = await t.flows.createSendRequest('sms');
      const spaced = getPhoneNumber(request).replaceAll(/\d{3}(?=\d)/g, '$& ');
      const response = await t.flows.dispatch(withField(request, 'phoneNumber', spaced));
      t.requireServiceResponse(response);
      t.observe(
        response.accepted
          ? 'a phoneNumber with spaces is accepted'
          : `a phoneNumber with spaces is rejected with ${response.status}`,
        response,
      );
    },
  }),
  check({
    requirement: '2.5.phoneId.string',
    title: 'returns a non-empty string as phoneId',
    async run(t) {
      for (const { record, response } of await listReturnedRecords(t, 'sms')) {
        const { phoneId } = record;
        t.assert(
          typeof phoneId === 'string' && phoneId !== '',
          'expected phoneId to be a non-empty string',
          response,
        );
      }
    },
  }),
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
    requirement: '2.5.phoneMask.nothing-more',
    title: 'returns a phoneMask with no digits besides the last four',
    async run(t) {
      for (const { record, response } of await listReturnedRecords(t, 'sms')) {
        const { phoneMask } = record;
        t.assert(
          typeof phoneMask === 'string' && !hasMoreThanFourDigits(phoneMask),
          'expected only the last four digits in phoneMask, got more',
          response,
        );
      }
    },
  }),
]);

function getPhoneNumber(request: HttpRequest): string {
  return findText(request.body, 'phoneNumber') ?? '';
}
