import { formatStatusAndCode, type KeyBehaviour } from './key-behaviour.ts';
import { rita } from './people.ts';
import { signInForSession } from './sign-in.ts';

export const masksKeys: readonly KeyBehaviour[] = [
  {
    key: 'masks.phone',
    description: 'the phoneMask in a send response, in a userMask and in the user read',
    observe: async (app) => {
      const sendResponse = await app.sendSms(rita.phoneNumber);
      const { body } = await app.signIn(rita.wallet);
      const userRead = await app.readUser(body.sessionJwt);
      return [
        formatStatusAndCode(sendResponse),
        sendResponse.body.phoneMask,
        body.userMask.phoneMask,
        userRead.body.phoneMask,
      ];
    },
    defaultResult: [200, '******0143', '******0143', '******0143'],
    contractVersusDefault: 'incompatible',
    values: [{ value: '(…) {last4}', result: [200, '(…) 0143', '(…) 0143', '(…) 0143'] }],
  },
  {
    key: 'masks.email',
    description: 'the emailMask in a send response and in the user read',
    observe: async (app) => {
      const sendResponse = await app.sendEmail(rita.emailAddress);
      const userRead = await app.readUser(await signInForSession(app, rita));
      return [
        formatStatusAndCode(sendResponse),
        sendResponse.body.emailMask,
        userRead.body.emailMask,
      ];
    },
    defaultResult: [200, 'r***@example.test', 'r***@example.test'],
    contractVersusDefault: 'incompatible',
    values: [
      { value: '{first}..@{domain}', result: [200, 'r..@example.test', 'r..@example.test'] },
      // `$&` is literal text here. String.prototype.replace would replace it with the match.
      { value: 'hidden+$&', result: [200, 'hidden+$&', 'hidden+$&'] },
    ],
  },
];
