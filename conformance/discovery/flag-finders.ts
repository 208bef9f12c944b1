/** Detects the flags field of the user object, the shape of a flag, and category names (§2.7). */
import type { FlagCategory } from '../../src/contract/types.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { toFields, type Fields } from '../responses/fields.ts';
import { listDeclaredFlags } from '../declared-accounts.ts';
import type { DeclaredFlag } from '../settings.ts';
import {
  countNames,
  filterObjects,
  chooseName,
  type DeclaredNames,
  type Finding,
  type ReadUser,
} from './user-field-finders.ts';
import type { Reading } from './observations.ts';
import { isDialectName } from './user-envelope.ts';

/** A declared flag, as the response represents it. */
export interface FoundFlag {
  readonly reading: Reading;
  readonly declared: DeclaredFlag;
  /** Name of the property of the user object that contains the flag. */
  readonly property: string;
  /** Name of the group that contains the flag; null in a list. */
  readonly group: string | null;
  /** The object with the code; null if the code is not in an object. */
  readonly record: Fields | null;
}

export function findDeclaredFlags(users: readonly ReadUser[]): FoundFlag[] {
  const found: FoundFlag[] = [];
  for (const { user, reading } of users) {
    const lists = Object.entries(user).flatMap(([property, value]) =>
      listGroups(value).map(({ group, list }) => ({ property, group, list })),
    );
    for (const declared of listDeclaredFlags(reading.account)) {
      for (const { property, group, list } of lists) {
        const records = findRecords(list, declared.code);
        found.push(...records.map((record) => ({ reading, declared, property, group, record })));
      }
    }
  }
  return found;
}

/** Returns the objects with the code; null stands for the code outside of an object. */
function findRecords(list: readonly unknown[], code: string): (Fields | null)[] {
  const records = filterObjects(list).filter((item) => Object.values(item).includes(code));
  return records.length === 0 && list.includes(code) ? [null] : records;
}

function listGroups(value: unknown): { group: string | null; list: readonly unknown[] }[] {
  if (Array.isArray(value)) return [{ group: null, list: value }];
  return Object.entries(toFields(value) ?? {}).flatMap(([group, list]) =>
    Array.isArray(list) ? [{ group, list: list as readonly unknown[] }] : [],
  );
}

const NO_FLAG_FOUND =
  'No account with a flag was read, or its response contains none of the configured flags.';

export interface FlagFindings {
  readonly flags: Finding;
  readonly code: Finding;
  readonly category: Finding;
  readonly shape: Finding;
  readonly categoryNames: Finding;
  /** The detected category names; the other names have their default. */
  readonly likelyNames: Readonly<Record<FlagCategory, string>>;
}

export function findFlagNames(
  users: readonly ReadUser[],
  declared: DeclaredNames = {},
): FlagFindings {
  const allFlags = findDeclaredFlags(users);
  const flags = chooseName(
    countNames(allFlags, ({ property }) => property),
    NO_FLAG_FOUND,
    declared.flags,
  );
  const flagsInProperty = allFlags.filter(
    ({ property }) => 'value' in flags && property === flags.value,
  );
  const [first] = flagsInProperty;
  if (first === undefined) {
    const none = { observation: 'observation' in flags ? flags.observation : NO_FLAG_FOUND };
    const likelyNames = defaultDialect.flags.categoryNames;
    return { flags, code: none, category: none, shape: none, categoryNames: none, likelyNames };
  }
  const { response } = first.reading;
  const code = findCodeName(flagsInProperty, declared.code);
  const codeName = 'value' in code ? code.value : null;
  const isList = first.group === null;
  const field = findCategoryName(flagsInProperty, codeName, declared.category);
  const isWrapped = !isList && isListInsideObject(flagsInProperty, field);
  const category = isList || isWrapped ? field : BY_CATEGORY;
  const namesByCategory = groupByCategory(flagsInProperty, (flag) =>
    getCategoryValue(flag, category),
  );
  return {
    flags,
    code,
    category,
    shape: isWrapped ? WRAPPED : { value: isList ? 'list' : 'byCategory', response },
    categoryNames: toCategoryNames(namesByCategory, response),
    likelyNames: {
      ...defaultDialect.flags.categoryNames,
      ...Object.fromEntries([...namesByCategory].map(([category, [name]]) => [category, name])),
    },
  };
}

const BY_CATEGORY: Finding = {
  observation: 'Flags are grouped by category; a flag may have no category field.',
};

/** The flags are a list inside an object: the dialect has no such shape. */
const WRAPPED: Finding = {
  observation: 'Flags are in an object whose field names are not the flag categories.',
};

/** Returns whether the groups only wrap a list: each flag has a category field, and no group is a category. */
function isListInsideObject(foundFlags: readonly FoundFlag[], field: Finding): boolean {
  const flags = foundFlags.filter(({ declared }) => declared.category !== null);
  if (!('value' in field) || rateField(flags, String(field.value)) < SIMILARITY_SCORE) return false;
  const groupsByCategory = groupByCategory(flags, ({ group }) => group);
  const groups = [...groupsByCategory.values()].flat();
  // With one separate group for each of several categories, the groups may be categories under other names.
  const isOneGroupPerCategory =
    groups.length === groupsByCategory.size && new Set(groups).size === groups.length;
  const areGroupsCategories = [...groupsByCategory].every(([category, names]) =>
    names.every((name) => resembles(category, name)),
  );
  const mayBeCategories =
    areGroupsCategories || (isOneGroupPerCategory && groupsByCategory.size > 1);
  return !mayBeCategories;
}

function findCodeName(flags: readonly FoundFlag[], declaredName?: string): Finding {
  const names = flags.flatMap(({ record, declared, reading }) =>
    Object.entries(record ?? {}).flatMap(([name, value]) =>
      value === declared.code ? [{ name, reading }] : [],
    ),
  );
  const likelyNames = names.filter(({ name }) => name === declaredName || /code/i.test(name));
  const found = countNames(likelyNames.length > 0 ? likelyNames : names, ({ name }) => name);
  return chooseName(
    found,
    'The code of a flag is a plain value, not a field of a record.',
    declaredName,
  );
}

/** Returns the field that most likely contains the category, by its values and its name. */
function findCategoryName(
  foundFlags: readonly FoundFlag[],
  codeName: unknown,
  declaredName?: string,
): Finding {
  const flags = foundFlags.filter(({ record, declared }) => record && declared.category !== null);
  const [first] = flags;
  if (first === undefined)
    return { observation: 'No account with a flag of a known category could be read.' };
  const names = new Set(flags.flatMap(({ record }) => Object.keys(record ?? {})));
  const texts = [...names].filter(
    (name) => name !== codeName && flags.some(({ record }) => typeof record?.[name] === 'string'),
  );
  if (texts.length === 0) return { value: 'none', response: first.reading.response };
  const likely = texts
    .filter(isDialectName)
    .map((name) => ({ name, score: rateField(flags, name) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score);
  const [best, next] = likely;
  const isBestUnique = best?.score !== next?.score;
  const chosen =
    likely.find(({ name }) => name === declaredName) ?? (isBestUnique ? best : undefined);
  if (chosen !== undefined) return { value: chosen.name, response: first.reading.response };
  return { observation: `Could not identify the category field among ${texts.join(', ')}.` };
}

/** Scores of a field: its values equal the categories; its values resemble them; only its name fits. */
const EQUALITY_SCORE = 6;
const SIMILARITY_SCORE = 4;
const NAME_SCORE = 2;

/** Returns how likely a field contains the category; 0 if it cannot. */
function rateField(flags: readonly FoundFlag[], name: string): number {
  const valuesByCategory = groupByCategory(flags, ({ record }) => record?.[name]);
  if ([...valuesByCategory.values()].some((values) => values.length !== 1)) return 0;
  const pairs = [...valuesByCategory].map(([category, [value = '']]) => ({ category, value }));
  if (pairs.length === 0) return 0;
  const isNamedCategory = /categor/i.test(name);
  const bonus = isNamedCategory ? 1 : 0;
  if (pairs.every(({ category, value }) => category === value)) return EQUALITY_SCORE + bonus;
  if (pairs.every(({ category, value }) => resembles(category, value)))
    return SIMILARITY_SCORE + bonus;
  return isNamedCategory ? NAME_SCORE : 0;
}

/** Returns whether a value resembles a category: `KYC_REVIEW`, `kycReview` and `kyc` resemble `KYC Review`. */
function resembles(category: string, value: string): boolean {
  const letters = keepLetters(value);
  return letters.length >= 3 && keepLetters(category).startsWith(letters);
}

function keepLetters(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

function getCategoryValue({ record, group }: FoundFlag, category: Finding): unknown {
  if (category === BY_CATEGORY) return group;
  return 'value' in category && typeof category.value === 'string'
    ? record?.[category.value]
    : undefined;
}

function groupByCategory(
  flags: readonly FoundFlag[],
  getWord: (flag: FoundFlag) => unknown,
): Map<FlagCategory, string[]> {
  const words = new Map<FlagCategory, string[]>();
  for (const flag of flags) {
    const { category } = flag.declared;
    const word = getWord(flag);
    if (category === null || typeof word !== 'string') continue;
    words.set(category, [...new Set([...(words.get(category) ?? []), word])]);
  }
  return words;
}

const CATEGORIES = ['Fraud', 'KYC Review', 'Transaction Processing'] as const;

function toCategoryNames(
  words: ReadonlyMap<FlagCategory, readonly string[]>,
  response: FoundFlag['reading']['response'],
): Finding {
  const all = CATEGORIES.map((category) => ({ category, names: words.get(category) ?? [] }));
  const distinctNames = new Set(all.flatMap(({ names }) => names));
  if (all.every(({ names }) => names.length === 1) && distinctNames.size === CATEGORIES.length) {
    return {
      value: Object.fromEntries(all.map(({ category, names }) => [category, names[0]])),
      response,
    };
  }
  const descriptions = all.map(
    ({ category, names }) => `${category}: ${names.join(', ') || 'not observed'}`,
  );
  return { observation: `Category names: ${descriptions.join('; ')}.` };
}
