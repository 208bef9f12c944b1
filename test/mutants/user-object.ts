/** Reads and changes the user object in the format of a deployment. */
import { toFields, type Fields } from './exchange.ts';
import type { DeploymentTraits } from './deployment-traits.ts';

export interface WireFlag {
  code: string;
  /** The category in the response; null if the flag has no category. */
  category: string | null;
}

/** Returns the user object inside its envelope. */
export function getUser(body: Fields, { user: { envelope } }: DeploymentTraits): Fields {
  let user = body;
  for (const name of envelope) user = toFields(user[name]);
  return user;
}

/** Returns the body with another user object in its envelope. Can modify the body. */
export function withUser(
  body: Fields,
  { user: { envelope } }: DeploymentTraits,
  user: unknown,
): unknown {
  const innermost = envelope.at(-1);
  if (innermost === undefined) return user;
  let parent = body;
  for (const name of envelope.slice(0, -1)) parent = toFields(parent[name]);
  parent[innermost] = user;
  return body;
}

export function listFlags(user: Fields, { user: traits }: DeploymentTraits): WireFlag[] {
  const flags = user[traits.flags];
  if (Array.isArray(flags)) {
    return flags.map((flag) => ({
      code: String(toFields(flag)[traits.code]),
      category:
        traits.category === null ? null : ((toFields(flag)[traits.category] as string) ?? null),
    }));
  }
  return Object.entries(toFields(flags)).flatMap(([category, list]) =>
    (Array.isArray(list) ? list : []).map((flag: unknown) => ({
      code: typeof flag === 'string' ? flag : String(toFields(flag)[traits.code]),
      category,
    })),
  );
}

export function setFlags(
  user: Fields,
  flags: readonly WireFlag[],
  { user: traits }: DeploymentTraits,
): void {
  if (traits.flagsAs === 'list') {
    user[traits.flags] = flags.map(({ code, category }) => ({
      [traits.code]: code,
      ...(traits.category !== null && category !== null && { [traits.category]: category }),
    }));
    return;
  }
  const groups: Record<string, unknown[]> = Object.fromEntries(
    Object.keys(toFields(user[traits.flags])).map((name) => [name, []]),
  );
  for (const { code, category } of flags) {
    const flag = traits.flagsAs === 'codes by category' ? code : { [traits.code]: code };
    (groups[category ?? 'uncategorized'] ??= []).push(flag);
  }
  user[traits.flags] = groups;
}

/** Returns the flags that are objects. */
export function listFlagRecords(user: Fields, { user: traits }: DeploymentTraits): Fields[] {
  const flags = user[traits.flags];
  const lists = Array.isArray(flags) ? [flags] : Object.values(toFields(flags));
  return lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .filter((flag) => typeof flag === 'object' && flag !== null) as Fields[];
}

/** Returns whether a flag has this category. If the flag shows no category, the declared category counts. */
export function isOfCategory(
  flag: WireFlag,
  category: keyof DeploymentTraits['categories'],
  { categories, accounts }: DeploymentTraits,
): boolean {
  if (flag.category !== null) return flag.category === categories[category];
  return accounts.some((account) =>
    account.flags?.some(
      (declared) => declared.code === flag.code && declared.category === category,
    ),
  );
}

export const hasFlagOf =
  (category: keyof DeploymentTraits['categories']) => (user: Fields, traits: DeploymentTraits) =>
    listFlags(user, traits).some((flag) => isOfCategory(flag, category, traits));

export const hasF0000 = (user: Fields, traits: DeploymentTraits) =>
  listFlags(user, traits).some(({ code }) => code === 'F0000');

export function listTransactions(
  user: Fields,
  { user: { transactions } }: DeploymentTraits,
): Fields[] {
  const list = transactions === null ? [] : user[transactions];
  return Array.isArray(list) ? (list as Fields[]) : [];
}

export function listWallets(user: Fields, { user: { wallets } }: DeploymentTraits): Fields[] {
  const list = wallets === null ? [] : user[wallets];
  return Array.isArray(list) ? (list as Fields[]) : [];
}

export function getKyc(user: Fields, { user: { kyc } }: DeploymentTraits): Fields {
  return toFields(user[kyc]);
}
