import type { Attempt } from '../attempt.ts';
import { check, section } from '../define-check.ts';
import { NotTested } from '../check-errors.ts';
import { signInSharedUserIfPossible } from '../actors/shared-user.ts';
import { signInPhoneUser, type PhoneUser } from '../actors/phone-user.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { assertUserMask } from '../responses/wallet-responses.ts';
import {
  getDigits,
  findMaskProblem,
  hasMoreThanFourDigits,
  type MaskProblem,
} from '../../src/judge/phone-mask.ts';

export const maskMessages: Readonly<Record<MaskProblem, string>> = {
  'not a string': 'expected phoneMask to be a string for a user with a phone number',
  'wrong last four digits': 'expected phoneMask to end with the last four digits of the number',
  'the whole number': 'expected a masked number in phoneMask, got the whole number',
  'more than four digits': 'expected only the last four digits at the end of phoneMask, got more',
};

const furtherSignIns = {
  'second-client': {
    title: 'returns the same phoneMask to a second client',
    signInAgain: async (t: Attempt, { user }: PhoneUser) =>
      t.signIn(user.wallet ?? undefined, await getSecondApp(t)),
  },
  'second-wallet': {
    title: 'returns the same phoneMask after the user added a wallet',
    async signInAgain(t: Attempt, { user, accountName }: PhoneUser) {
      if (accountName !== null) {
        throw new NotTested('needs a user whose phone number the run verified', 'dialect');
      }
      await t.addNewWallet(user);
      return t.signIn(user.wallet ?? undefined);
    },
  },
};

export const phoneMask = section('2.4', 'The phoneMask of a user', [
  check({
    requirement: '2.4.userMask.phoneMask',
    title: 'returns a phoneMask with the last four digits, not the whole number',
    exclusive: 'always',
    async run(t) {
      const user = await signInPhoneUser(t);
      const problem = findMaskProblem(getPhoneMask(t, user), user.phoneNumber);
      // The declared number may be wrong, unless the mask shows it.
      if (user.accountName !== null && problem !== null && problem !== 'the whole number') {
        throw new NotTested(
          `the number of account ${user.accountName} is not as declared`,
          'environment',
        );
      }
      t.assert(problem === null, problem === null ? '' : maskMessages[problem], user.response);
    },
  }),
  check({
    requirement: '2.4.userMask.phoneMask',
    part: 'no-number',
    title:
      'returns no phoneMask with the text null, undefined or NaN for a user without a phone number',
    async run(t) {
      const { response } = await signInSharedUserIfPossible(t);
      const mask = assertUserMask(t, response)['phoneMask'];
      t.assert(
        typeof mask !== 'string' || !/(null|undefined|NaN)$/.test(mask),
        `expected a phoneMask without the text of a missing value, got ${JSON.stringify(mask)}`,
        response,
      );
    },
  }),
  check({
    requirement: '2.4.userMask.phoneMask-no-other-digits',
    title: 'returns a phoneMask with no digits besides the last four',
    exclusive: 'always',
    async run(t) {
      const user = await signInPhoneUser(t);
      const mask = getPhoneMask(t, user);
      if (typeof mask !== 'string') throw new NotTested('no phoneMask was returned', 'contract');
      t.assert(
        !hasMoreThanFourDigits(mask),
        'expected only the last four digits in phoneMask, got more',
        user.response,
      );
    },
  }),
  Object.entries(furtherSignIns).map(([part, { title, signInAgain }]) =>
    check({
      requirement: '2.4.userMask.phoneMask',
      part,
      title,
      exclusive: 'always',
      async run(t) {
        const user = await signInPhoneUser(t);
        const before = getPhoneMask(t, user);
        const { response } = await signInAgain(t, user);
        if (getLastFour(before) === '')
          throw new NotTested('needs a phoneMask with digits', 'contract');
        const after = assertUserMask(t, response)['phoneMask'];
        t.assert(
          getLastFour(after) === getLastFour(before),
          `expected the phoneMask ${JSON.stringify(before)} of the user, got ${JSON.stringify(after)}`,
          user.response,
          response,
        );
      },
    }),
  ),
]);

function getLastFour(mask: unknown): string {
  return typeof mask === 'string' ? getDigits(mask).slice(-4) : '';
}

function getPhoneMask(t: Attempt, { response }: PhoneUser): unknown {
  return assertUserMask(t, response)['phoneMask'];
}
