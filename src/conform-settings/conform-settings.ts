import type { ConformSettings, DeclaredAccount } from '../../conformance/settings.ts';
import type { SettingsOf } from '../config/setting.ts';
import type { FlagCategory } from '../contract/words.ts';
import type { DialectDocument } from '../dialect/dialect.ts';
import { withoutEndSlashes } from '../http/base-url.ts';
import { readDialectDocument } from '../server/dialect-file.ts';
import { otpSourceFrom } from './otp-source.ts';
import { millisecondsIn } from './short-duration.ts';

/** The section `conform:`, overridden by flags and variables. */
export type GivenSettings = SettingsOf<'conform'>;

/** What a run cannot do without. */
type Needed = 'target' | 'clientId' | 'clientSecret' | 'seed';
export type CompleteSettings = GivenSettings & Required<Pick<GivenSettings, Needed>>;

/**
 * Returns the settings of a run.
 *
 * @param where folder that the path of the dialect starts from, and texts that no output shows
 * @throws StartError for a dialect that cannot be read or is invalid
 */
export async function conformSettings(
  given: CompleteSettings,
  { cwd, hidden }: { readonly cwd: string } & Pick<ConformSettings, 'hidden'>,
): Promise<ConformSettings> {
  const { target, clientId, clientSecret, accessToken, secondClient, otpSource } = given;
  return {
    target: withoutEndSlashes(target),
    client: { clientId, clientSecret, accessToken: accessToken ?? null },
    secondClient: secondClient
      ? { ...secondClient, accessToken: secondClient.accessToken ?? null }
      : null,
    otpSource: otpSource === undefined ? null : otpSourceFrom(otpSource),
    destinations: given.destinations
      ? { phoneNumbers: [], emailAddresses: [], ...given.destinations }
      : null,
    accounts: given.accounts.map(declaredAccount),
    dialect: given.dialect === undefined ? null : await claimsOf(given.dialect, cwd),
    only: given.only,
    skip: given.skip,
    timeout: millisecondsIn(given.timeout),
    concurrency: given.concurrency,
    maxRequests: given.maxRequests,
    maxOtpSends: given.maxOtpSends,
    maxDuration: millisecondsIn(given.maxDuration),
    seed: given.seed,
    hidden,
  };
}

async function claimsOf(file: string, cwd: string): Promise<DialectDocument> {
  const { document } = await readDialectDocument(file, cwd);
  return document;
}

/** Null if it is not declared. */
function declaredAccount(account: GivenSettings['accounts'][number]): DeclaredAccount {
  const { name, emailAddress, phoneNumber, privateKey, kycStatus, flags, transactions } = account;
  return {
    name,
    emailAddress: emailAddress ?? null,
    phoneNumber: phoneNumber ?? null,
    privateKey: privateKey ?? null,
    kycStatus: kycStatus ?? null,
    flags:
      flags?.map(({ code, category }) => ({ code, category: namedCategory(category) })) ?? null,
    transactions: transactions ?? null,
  };
}

/** Other categories are legal, and no rule is about them (§2.7). */
function namedCategory(category: string | null | undefined): FlagCategory | null {
  return flagCategories.find((name) => name === category) ?? null;
}

const flagCategories: readonly FlagCategory[] = ['Fraud', 'KYC Review', 'Transaction Processing'];
