import { expect } from 'vitest';

import type { KeyBehaviour } from './key-behaviour.ts';
import { newcomer, rita } from './people.ts';

const mask = {
  id: expect.any(String),
  createTime: expect.any(String),
  updateTime: expect.any(String),
  preferredMfaMethod: 'OTP_SMS',
};

export const userMaskKeys: readonly KeyBehaviour[] = [
  {
    key: 'userMask.absent',
    description: 'the userMask of a user without a phone number, then with a phone number',
    observe: async (app) => [
      (await app.signIn(newcomer.wallet)).body.userMask,
      (await app.signIn(rita.wallet)).body.userMask,
    ],
    defaultResult: [mask, { ...mask, phoneMask: '******0143' }],
    contractVersusDefault: 'incompatible',
    values: [
      {
        value: 'null',
        result: [
          { ...mask, phoneMask: null },
          { ...mask, phoneMask: '******0143' },
        ],
      },
      {
        value: 'empty',
        result: [
          { ...mask, phoneMask: '' },
          { ...mask, phoneMask: '******0143' },
        ],
      },
    ],
  },
  {
    key: 'userMask.preferredMfaMethods',
    description: 'the preferredMfaMethod',
    observe: async (app) => (await app.signIn(newcomer.wallet)).body.userMask.preferredMfaMethod,
    defaultResult: 'OTP_SMS',
    contractVersusDefault: 'incompatible',
    values: [
      { value: ['OTP_EMAIL'], result: 'OTP_EMAIL' },
      { value: ['OTP_EMAIL', 'OTP_SMS'], result: 'OTP_EMAIL', contractVersusDefault: 'wider' },
    ],
  },
];
