import type { ConformSettings, DeclaredAccount, OtpSource } from '../../conformance/settings.ts';
import type { SettingsOf } from '../config/setting.ts';
import type { FlagCategory } from '../contract/types.ts';
import { flagCategories } from '../contract/closed-lists.gen.ts';
import { serviceOperations } from '../contract/effective/service-contract.ts';
import { removeEndSlashes } from '../http/base-url.ts';
import { isScalar } from '../ports/signatures/scalar.ts';
import { loadDialectSource } from '../server/dialect-file.ts';
import { StartError } from '../start-error.ts';
import { parseShortDuration } from '../domain/short-duration.ts';

/** The section `conform:`, overridden by flags and variables. */
export type ConformInput = SettingsOf<'conform'>;

/** Settings that every run requires. */
type RequiredKey = 'target' | 'clientId' | 'clientSecret' | 'seed';
export type CompleteSettings = ConformInput & Required<Pick<ConformInput, RequiredKey>>;

/**
 * Returns the settings of a run.
 *
 * @throws StartError for a dialect that cannot be read or is invalid, a second client equal to the first, a
 *   private key out of range, or if every operation is skipped
 */
export async function toConformSettings(
  input: CompleteSettings,
  { cwd, maskedTexts }: { readonly cwd: string } & Pick<ConformSettings, 'maskedTexts'>,
): Promise<ConformSettings> {
  const { target, clientId, clientSecret, accessToken, secondClient, otpSource } = input;
  if (secondClient?.clientId === clientId) {
    throw new StartError(
      `secondClient.clientId: expected another client than clientId, got "${clientId}" for both`,
    );
  }
  if ([...serviceOperations.keys()].every((operation) => input.skip.includes(operation))) {
    throw new StartError(
      'skip: expected at least one operation to test, got all of them. Remove one from --skip, or from skip in flagbearer.config.yaml',
    );
  }
  return {
    target: removeEndSlashes(target),
    client: { clientId, clientSecret, accessToken: accessToken ?? null },
    secondClient: secondClient
      ? { ...secondClient, accessToken: secondClient.accessToken ?? null }
      : null,
    otpSource: otpSource === undefined ? null : parseOtpSource(otpSource),
    destinations: input.destinations
      ? { phoneNumbers: [], emailAddresses: [], ...input.destinations }
      : null,
    generateDestinations: input.generateDestinations ?? null,
    accounts: input.accounts.map(toDeclaredAccount),
    dialect: (await loadDialectSource(input.dialect, cwd)).document,
    only: input.only,
    skip: input.skip,
    timeout: parseShortDuration(input.timeout),
    concurrency: input.concurrency,
    maxRequests: input.maxRequests,
    maxOtpSends: input.maxOtpSends,
    maxDuration: parseShortDuration(input.maxDuration),
    seed: input.seed,
    maskedTexts,
  };
}

/** Returns an account with null for members that are not declared. */
function toDeclaredAccount(account: ConformInput['accounts'][number]): DeclaredAccount {
  const { name, emailAddress, phoneNumber, privateKey, kycStatus, flags, transactions } = account;
  if (privateKey !== undefined && !isScalar(privateKey.slice(2).toLowerCase())) {
    throw new StartError(
      `accounts[${name}].privateKey: expected a key greater than 0 and less than the order of secp256k1. Replace the key`,
    );
  }
  return {
    name,
    emailAddress: emailAddress ?? null,
    phoneNumber: phoneNumber ?? null,
    privateKey: privateKey ?? null,
    kycStatus: kycStatus ?? null,
    flags:
      flags?.map(({ code, category }) => ({ code, category: toKnownCategory(category) })) ?? null,
    transactions: transactions ?? null,
  };
}

/** Returns null for a category that is not in the interface: it is legal and has no rules (§2.7). */
function toKnownCategory(category: string | null | undefined): FlagCategory | null {
  return flagCategories.find((name) => name === category) ?? null;
}

/** Parses --otp-source. @param text valid by the schema of the settings */
function parseOtpSource(text: string): OtpSource {
  if (text === 'inbox' || text === 'prompt') return { kind: text };
  const argument = text.slice(text.indexOf(':') + 1);
  if (text.startsWith('fixed:')) return { kind: 'fixed', code: argument };
  if (text.startsWith('command:')) return { kind: 'command', command: argument.trim() };
  return { kind: 'url', template: text };
}
