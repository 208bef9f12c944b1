/** A run that is given what is legal and seldom met, and the words that several of them need. */
import type { Section } from '../../../../conformance/define-check.ts';
import type { RunPorts } from '../../../../conformance/run.ts';
import type { ConformSettings, DeclaredAccount } from '../../../../conformance/settings.ts';
import { declaredAccounts } from '../../accounts.ts';
import type { DialectValues } from '../../round-trip/values.ts';
import { settingsFor } from '../../sandbox-targets.ts';

export interface OddRun {
  /** What the sandbox is started in; the default where nothing is said. */
  readonly dialect?: DialectValues;
  /** Taken for granted in place of discovery. */
  readonly granted?: DialectValues;
  readonly settings?: Partial<ConformSettings>;
  readonly sections?: readonly Section[];
  /** Of users other than those of the accounts. */
  readonly scenario?: object;
  /** @param target the base URL of the sandbox */
  readonly ports?: (target: string) => Partial<RunPorts>;
}

/** By what is odd, in words. */
export type OddRuns = Readonly<Record<string, OddRun>>;

const { client, ...whole } = settingsFor('http://127.0.0.1');

export const { secondClient } = whole;
export const withoutToken = { client: { ...client, accessToken: null } };
export const bare = { ...withoutToken, secondClient: null, accounts: [] };
export const discovery = { sections: [] };

export function taken(values: DialectValues): Pick<OddRun, 'dialect' | 'granted'> {
  return { dialect: values, granted: values };
}

export function named(...names: readonly string[]): DeclaredAccount[] {
  return declaredAccounts.filter(({ name }) => names.includes(name));
}

/** Every account, with a number that is not its own. */
export const numbersOfNobody: Pick<ConformSettings, 'accounts'> = {
  accounts: declaredAccounts.map((its, index) => ({
    ...its,
    phoneNumber: `+1303555012${index}`,
  })),
};

/** Every account, some of them declared otherwise than they are. */
export function declaredAs(
  changes: Readonly<Record<string, Partial<DeclaredAccount>>>,
): Pick<ConformSettings, 'accounts'> {
  return { accounts: declaredAccounts.map((its) => ({ ...its, ...changes[its.name] })) };
}
