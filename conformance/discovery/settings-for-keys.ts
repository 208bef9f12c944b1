/** Suggests the setting that would make an undetected key known. */
import { hasFlags, hasTransactions, hasF0000 } from '../declared-accounts.ts';
import { toSentence } from '../to-sentence.ts';
import { findDeclaredValue } from './dialect-values.ts';
import type { ConformSettings, DeclaredAccount } from '../settings.ts';

interface HelpfulSetting {
  readonly keys: RegExp;
  /** Name of the setting under `conform:` in the configuration file. */
  readonly setting: string;
  /** Returns whether an account already declares the setting: then suggesting the setting would not help. */
  readonly isDeclared: (account: DeclaredAccount) => boolean;
}

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

/** Keys with an unlimited set of values: detection tries the declared value first. */
const KEY_TO_DECLARE = /^(?:user\.(?:path|identifiedBy|envelope)|session\.jwksPath)$/;

/** Keys that are detected together with the name of the code field. */
const KEY_OF_CODE = /^(otp\.(?:sms|email))\.(?:codeField|identifiedBy|authenticateReturns)$/;

/** Returns a sentence; null if no setting would help or the setting is already present. */
export function suggestSetting(
  key: string,
  { accounts, dialect, otpSource }: Pick<ConformSettings, 'accounts' | 'dialect' | 'otpSource'>,
): string | null {
  const helpful = helpfulSettings.find(({ keys }) => keys.test(key));
  if (helpful !== undefined && !accounts.some(helpful.isDeclared)) {
    return `Add ${helpful.setting} under conform: in flagbearer.config.yaml.`;
  }
  const channel = KEY_OF_CODE.exec(key)?.[1];
  const keyToDeclare = channel === undefined ? key : `${channel}.codeField`;
  const isDeclarable = channel !== undefined || KEY_TO_DECLARE.test(key);
  if (!isDeclarable || findDeclaredValue(dialect, keyToDeclare) !== undefined) return null;
  const fix = `set ${keyToDeclare} in a dialect file and pass it with --dialect`;
  const usesFixedCode = channel !== undefined && otpSource?.kind === 'fixed';
  return toSentence(usesFixedCode ? `check --otp-source. If the code is correct, ${fix}` : fix);
}
