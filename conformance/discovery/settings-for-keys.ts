/** Returns the setting that would make an undetected key known. */
import { hasFlags, hasTransactions, hasF0000 } from '../declared-accounts.ts';
import { findDeclaredValue } from './values-to-try.ts';
import type { ConformSettings, DeclaredAccount } from '../settings.ts';

interface HelpfulSetting {
  readonly keys: RegExp;
  /** Name of the setting under `conform:` in the configuration file. */
  readonly setting: string;
  /** Returns whether a declared account already has the setting, which then did not help. */
  readonly isDeclared: (account: DeclaredAccount) => boolean;
}

/** Settings for keys that only accounts in a certain state show. */
const helpfulSettings: readonly HelpfulSetting[] = [
  {
    keys: /^user\.(?:names\.(?:flags|code|category)|flagsShape)$/,
    setting: 'accounts[].flags',
    isDeclared: hasFlags,
  },
  {
    keys: /^flags\.withhold$/,
    setting: 'accounts[].flags with F0000',
    isDeclared: hasF0000,
  },
  {
    keys: /^user\.names\.kyc$/,
    setting: 'accounts[].kycStatus',
    isDeclared: ({ kycStatus }) => kycStatus !== null,
  },
  {
    keys: /^user\.names\.(?:transactions|cryptoStatus)$/,
    setting: 'accounts[].transactions',
    isDeclared: hasTransactions,
  },
  {
    keys: /^user\.names\.personalInformation$/,
    setting: 'accounts[].emailAddress',
    isDeclared: ({ emailAddress }) => emailAddress !== null,
  },
  {
    keys: /^(?:wallet\.|user\.(?:envelope|names\.wallets)$)/,
    setting: 'accounts[].privateKey',
    isDeclared: ({ privateKey }) => privateKey !== null,
  },
];

/** Keys with an unlimited set of values, whose declared value is tried first. */
const keysWithHints: readonly { readonly keys: RegExp; readonly key: (from: string) => string }[] =
  [
    { keys: /^user\.(?:path|identifiedBy|envelope)$/, key: (from) => from },
    { keys: /^session\.jwksPath$/, key: (from) => from },
    {
      keys: /^otp\.(?:sms|email)\.(?:codeField|identifiedBy|authenticateReturns)$/,
      key: (from) => `${from.slice(0, from.lastIndexOf('.'))}.codeField`,
    },
  ];

/** Returns a sentence; null if no setting would help or the setting is already present. */
export function suggestSetting(
  key: string,
  { accounts, dialect }: Pick<ConformSettings, 'accounts' | 'dialect'>,
): string | null {
  const way = helpfulSettings.find(({ keys }) => keys.test(key));
  if (way !== undefined && !accounts.some(way.isDeclared)) {
    return `Add ${way.setting} under conform: in flagbearer.config.yaml.`;
  }
  const hint = keysWithHints.find(({ keys }) => keys.test(key))?.key(key);
  if (hint === undefined || findDeclaredValue(dialect, hint) !== undefined) return null;
  return `Set ${hint} in a dialect file and pass it with --dialect.`;
}
