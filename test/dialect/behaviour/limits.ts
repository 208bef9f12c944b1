import { toNetworkIdentity } from '../../sandbox.ts';
import { formatStatusAndCode, type KeyBehaviour } from './key-behaviour.ts';
import { newcomer, stranger } from './people.ts';

const unlimitedResult = {
  firstSends: [200, 200, 200],
  otherDestination: 200,
  otherClient: 200,
  minutesToWait: 0,
  afterAnHour: 200,
};

export const limitsKeys: readonly KeyBehaviour[] = [
  {
    key: 'limits.bodyBytes',
    description: 'bodies of about 100, 400 and 110,000 bytes',
    observe: async (app) => {
      const start = async (fields: object = {}) =>
        formatStatusAndCode(await app.start({ ...toNetworkIdentity(newcomer.wallet), ...fields }));
      return [
        await start(),
        await start({ walletType: 'x'.repeat(300) }),
        await start({ walletType: 'x'.repeat(110_000) }),
      ];
    },
    defaultResult: [200, '400 invalidRequest', '413 tooLarge'],
    contractVersusDefault: 'same',
    values: [
      { value: 300, result: [200, '413 tooLarge', '413 tooLarge'] },
      { value: 200_000, result: [200, '400 invalidRequest', '400 invalidRequest'] },
    ],
  },
  {
    key: 'limits.sends',
    description:
      'three sends to one destination, one to another, one by another client, and one after an hour',
    observe: async (app, workspace) => {
      const first = await app.sendEmail(newcomer.emailAddress);
      const second = await app.sendEmail(newcomer.emailAddress);
      const third = await app.sendEmail(newcomer.emailAddress);
      const otherDestination = await app.sendEmail(stranger.emailAddress);
      const otherClient = await workspace.client('exchange-app').sendEmail(newcomer.emailAddress);
      const retryAfter = Number(third.headers.get('retry-after') ?? 0);
      await workspace.advance('PT61M');
      return {
        firstSends: [first, second, third].map(formatStatusAndCode),
        otherDestination: formatStatusAndCode(otherDestination),
        otherClient: formatStatusAndCode(otherClient),
        minutesToWait: Math.round(retryAfter / 60),
        afterAnHour: formatStatusAndCode(await app.sendEmail(newcomer.emailAddress)),
      };
    },
    defaultResult: unlimitedResult,
    contractVersusDefault: 'wider',
    values: [
      {
        value: { count: 2, per: 'PT1H', scope: 'destination' },
        result: {
          ...unlimitedResult,
          firstSends: [200, 200, '429 rateLimited'],
          otherClient: '429 rateLimited',
          minutesToWait: 60,
        },
      },
      {
        value: { count: 2, per: 'PT1H', scope: 'client' },
        result: {
          ...unlimitedResult,
          firstSends: [200, 200, '429 rateLimited'],
          otherDestination: '429 rateLimited',
          minutesToWait: 60,
        },
      },
      {
        value: { count: 1, per: 'PT3H', scope: 'client' },
        result: {
          ...unlimitedResult,
          firstSends: [200, '429 rateLimited', '429 rateLimited'],
          otherDestination: '429 rateLimited',
          minutesToWait: 180,
          afterAnHour: '429 rateLimited',
        },
      },
    ],
  },
];
