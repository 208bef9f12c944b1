/**
 * The included scenarios use the example codes of the default dialect, since the interface names no code
 * but F0000 (§2.7). With another catalogue they are converted to its codes, so that `flagbearer start
 * --dialect` works without a custom scenario.
 */
import type { ScenarioUser, ScenarioWallet } from '../contract/scenario.gen.ts';
import type { FlagCategory } from '../contract/types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { defaultDialect } from '../dialect/keys.ts';
import { FindingList } from '../documents/finding-list.ts';
import type { Finding } from '../documents/finding.ts';
import { findFlagCategory, findFlagDefinition } from '../domain/flags.ts';
import type { ParsedScenario, ParsedUser } from './parse.ts';

/**
 * Converts a scenario of the library to a dialect. A flag code that the dialect does not have in the same
 * category becomes the code of the dialect at the same position in this category, or the last one in it.
 * The first wallet type of the dialect replaces an unknown type. A user with a code that cannot be replaced
 * is omitted, with a warning.
 */
export function convertCodes(dialect: Dialect, scenario: ParsedScenario): ParsedScenario {
  if (dialect === defaultDialect) return scenario;
  return { ...scenario, users: convertUsers(dialect, scenario.users) };
}

async function* convertUsers(
  dialect: Dialect,
  users: ParsedScenario['users'],
): AsyncGenerator<ParsedUser> {
  for await (const parsedUser of users) {
    const { user, pointer } = parsedUser;
    const irreplaceable = (user?.flags ?? []).filter(
      (code) => convertCode(dialect, code) === undefined,
    );
    if (user === undefined || irreplaceable.length === 0) {
      yield { ...parsedUser, user: user && convertUser(dialect, user) };
    } else {
      const findings = new FindingList();
      findings.add('warning', () => createOmission(user, irreplaceable, pointer));
      yield { ...parsedUser, user: undefined, findings };
    }
  }
}

function convertUser(dialect: Dialect, user: ScenarioUser): ScenarioUser {
  const { flags, wallets } = user;
  return {
    ...user,
    ...(flags && {
      flags: [...new Set(flags.flatMap((code) => convertCode(dialect, code) ?? []))],
    }),
    ...(wallets && { wallets: wallets.map((wallet) => convertWallet(dialect, wallet)) }),
  };
}

function convertCode(dialect: Dialect, code: string): string | undefined {
  const category = findFlagCategory(code, defaultDialect);
  const definition = findFlagDefinition(code, dialect);
  // F0000 is not converted, and neither are codes that exist only in the dialect (§2.7).
  if (category === null || definition?.category === category) return definition?.code;
  const defaultCodes = listCodes(category, defaultDialect);
  const dialectCodes = listCodes(category, dialect);
  return dialectCodes[defaultCodes.indexOf(code)] ?? dialectCodes.at(-1);
}

/** Returns the codes of a category; for null, the codes without a category (§2.7). */
export function listCodes(category: FlagCategory | null, { flags }: Dialect): readonly string[] {
  return flags.catalogue.flatMap((flag) => (flag.category === category ? [flag.code] : []));
}

function convertWallet({ wallet: { types } }: Dialect, wallet: ScenarioWallet): ScenarioWallet {
  const [first] = types;
  if (wallet.type === undefined || first === undefined || types.includes(wallet.type)) {
    return wallet;
  }
  return { ...wallet, type: first };
}

function createOmission(user: ScenarioUser, codes: readonly string[], pointer: string): Finding {
  const missingFlags = new Set(codes.map(describeReplacement));
  return {
    rule: 'omitted-user',
    clause: '2.7',
    severity: 'warning',
    message: `The dialect has no flag that could replace ${codes.join(' and ')}, so "${user.key}" is omitted.`,
    hint: `Add ${[...missingFlags].join(' and ')} to flags.catalogue in the dialect, or load your own scenario.`,
    pointer,
  };
}

/** Returns which flag a dialect needs, so that a code of the default dialect can be converted. */
function describeReplacement(code: string): string {
  const category = findFlagCategory(code, defaultDialect);
  return category === null ? code : `a flag of the category ${category}`;
}
