import { randomInt } from 'node:crypto';
import type { CompleteSettings, GivenSettings } from '../../conform-settings/conform-settings.ts';
import { UsageError } from '../command/usage-error.ts';

/**
 * Returns the settings with a target, a client and a seed.
 *
 * @param asks whether there is a terminal for --otp-source prompt
 * @throws UsageError for missing settings
 */
export function withRequired(given: GivenSettings, asks: boolean): CompleteSettings {
  const { target, clientId, clientSecret, otpSource } = given;
  if (target === undefined) throw new UsageError(noTarget);
  if (clientId === undefined || clientSecret === undefined) throw new UsageError(noClient);
  if (otpSource === 'prompt' && !asks) throw new UsageError(noTerminal);
  return { ...given, target, clientId, clientSecret, seed: given.seed ?? randomInt(2 ** 32) };
}

const noTarget =
  'missing base URL: run flagbearer conform https://staging.example.test, or set FLAGBEARER_TARGET, or conform.target in flagbearer.config.yaml.';

const noClient =
  'missing client credentials: set --client-id and --client-secret, or FLAGBEARER_CLIENT_ID and FLAGBEARER_CLIENT_SECRET, or conform.clientId and conform.clientSecret in flagbearer.config.yaml.';

const noTerminal =
  '--otp-source: prompt requires a terminal. Use fixed:000000, command:CMD, inbox, or a URL that contains {destination}.';
