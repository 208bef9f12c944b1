/** More or less of what can be given to a run. */
import type { ConformSettings } from '../../../conformance/settings.ts';
import { declaredAccounts, testKey } from '../accounts.ts';
import { dialects } from '../dialects.ts';
import { oneOfEach, settingsFor } from '../sandbox-targets.ts';

const { client, secondClient } = settingsFor('http://127.0.0.1');
const bare = { secondClient: null, accounts: [] };

export const given: Readonly<Record<string, Partial<ConformSettings>>> = {
  everything: {},
  ...Object.fromEntries(
    [20, 60, 150, 400].map((most) => [`${most} requests`, { maxRequests: most }]),
  ),
  ...Object.fromEntries([0, 3, 8, 15, 30].map((most) => [`${most} codes`, { maxOtpSends: most }])),
  'the client alone': bare,
  'the client alone, without a token': { ...bare, client: { ...client, accessToken: null } },
  'a second client with another secret': {
    secondClient: secondClient && { ...secondClient, clientSecret: 'no-secret' },
  },
  'the first client a second time': { secondClient: client },
  'a token that is none': { client: { ...client, accessToken: 'no-token' } },
  'the token of the second client': {
    client: { ...client, accessToken: secondClient?.accessToken ?? null },
  },
  'one destination of each kind': {
    destinations: oneOfEach,
  },
  'a number, and no address': {
    destinations: { ...oneOfEach, emailAddresses: [] },
  },
  'an address, and no number': {
    destinations: { ...oneOfEach, phoneNumbers: [] },
  },
  'a source that has no codes': {
    otpSource: { kind: 'url', template: 'http://127.0.0.1:1/{channel}/{destination}' },
  },
  'a code that is always wrong': { otpSource: { kind: 'fixed', code: '1' } },
  'accounts with an address alone': {
    accounts: declaredAccounts.map((its) => ({ ...its, privateKey: null, phoneNumber: null })),
  },
  'accounts with keys of nobody': {
    accounts: declaredAccounts.map((its, index) => ({ ...its, privateKey: testKey(900 + index) })),
  },
  'a dialect that it does not have': { dialect: dialects.renamed },
};
