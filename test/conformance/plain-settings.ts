/** The minimal settings of a run: the credentials of a client application, and a fixed code. */
import type { ConformSettings } from '../../conformance/settings.ts';

export function createPlainSettings(
  target: string,
  changes: Partial<ConformSettings> = {},
): ConformSettings {
  return {
    target,
    client: { clientId: 'app', clientSecret: 'app-secret', accessToken: 'app-token' },
    secondClient: null,
    otpSource: { kind: 'fixed', code: '123456' },
    destinations: null,
    generateDestinations: null,
    accounts: [],
    dialect: null,
    only: [],
    skip: [],
    timeout: 5000,
    concurrency: 4,
    maxRequests: 4000,
    maxOtpSends: 400,
    maxDuration: 3_600_000,
    seed: 1,
    maskedTexts: new Map(),
    ...changes,
  };
}
