import { randomInt } from 'node:crypto';
import type { SettingsOf } from '../../config/setting.ts';
import { millisecondsIn } from '../command/short-duration.ts';
import { UsageError } from '../command/usage-error.ts';
import { readDialectDocument } from '../../server/dialect-file.ts';
import { otpSourceFrom } from './otp-source.ts';
import type { ConformSettings, DeclaredAccount } from './runner.ts';
import { withoutEndSlashes } from '../../http/base-url.ts';
import type { DialectDocument } from '../../dialect/dialect.ts';

/** The section `conform:`, with what flags and variables say. */
export type GivenSettings = SettingsOf<'conform'>;

/**
 * What the runner is given.
 *
 * @param asks whether there is a terminal to ask somebody on
 * @throws UsageError where something is missing, StartError for a bad dialect
 */
export async function conformSettings(
  given: GivenSettings,
  { cwd, asks }: { readonly cwd: string; readonly asks: boolean },
): Promise<ConformSettings> {
  const { target, clientId, clientSecret, accessToken, secondClient, otpSource } = given;
  if (target === undefined) throw new UsageError(noTarget);
  if (clientId === undefined || clientSecret === undefined) throw new UsageError(noClient);
  const source = otpSource === undefined ? null : otpSourceFrom(otpSource);
  if (source?.kind === 'prompt' && !asks) throw new UsageError(noTerminal);
  return {
    target: withoutEndSlashes(target),
    client: { clientId, clientSecret, accessToken: accessToken ?? null },
    secondClient: secondClient
      ? { ...secondClient, accessToken: secondClient.accessToken ?? null }
      : null,
    otpSource: source,
    destinations: given.destinations
      ? { phoneNumbers: [], emailAddresses: [], ...given.destinations }
      : null,
    accounts: given.accounts.map(declaredAccount),
    dialect: given.dialect === undefined ? null : await claimsOf(given.dialect, cwd),
    only: given.only,
    timeout: millisecondsIn(given.timeout),
    concurrency: given.concurrency,
    maxRequests: given.maxRequests,
    maxOtpSends: given.maxOtpSends,
    seed: given.seed ?? randomInt(2 ** 32),
  };
}

const noTarget =
  'flagbearer conform needs a base URL: flagbearer conform https://staging.example.test, the variable FLAGBEARER_TARGET, or target under conform: in flagbearer.config.yaml.';

const noClient =
  'flagbearer conform needs a client: --client-id and --client-secret, the variables FLAGBEARER_CLIENT_ID and FLAGBEARER_CLIENT_SECRET, or clientId and clientSecret under conform: in flagbearer.config.yaml.';

const noTerminal =
  '--otp-source: prompt needs a terminal to ask on. Elsewhere: fixed:000000, command:CMD, inbox, or a URL with {destination} in it.';

async function claimsOf(file: string, cwd: string): Promise<DialectDocument> {
  const { document } = await readDialectDocument(file, cwd);
  return document;
}

/** What is not declared is null. */
function declaredAccount(account: GivenSettings['accounts'][number]): DeclaredAccount {
  const { name, emailAddress, phoneNumber, privateKey, kycStatus, flags, transactions } = account;
  return {
    name,
    emailAddress: emailAddress ?? null,
    phoneNumber: phoneNumber ?? null,
    privateKey: privateKey ?? null,
    kycStatus: kycStatus ?? null,
    flags: flags?.map(({ code, category }) => ({ code, category: category ?? null })) ?? null,
    transactions: transactions ?? null,
  };
}
