/** §2.7, §3, §7.2: the catalogue of flags. */
import { UNCATEGORIZED } from '../../domain/flags.ts';
import type { Dialect } from '../dialect.ts';
import type { Conflict } from './conflict.ts';

export function* findFlagConflicts(dialect: Dialect): Generator<Conflict> {
  yield* findCatalogueConflicts(dialect);
  yield* findWithholdConflicts(dialect);
  yield* findCategoryConflicts(dialect);
}

function* findCatalogueConflicts({ flags: { catalogue } }: Dialect): Generator<Conflict> {
  const codes = new Set<string>();
  for (const [index, { code }] of catalogue.entries()) {
    if (codes.has(code)) {
      yield {
        rule: 'duplicate-flag-code',
        key: 'flags.catalogue',
        pointer: `/${index}/code`,
        reason: `Duplicate code ${code}; a code identifies one flag.`,
        hint: 'Remove one of the two flags, or write another code for it.',
      };
    }
    codes.add(code);
  }
  if (catalogue.some(({ category }) => category === 'Transaction Processing')) return;
  yield {
    rule: 'no-transaction-flag',
    key: 'flags.catalogue',
    reason:
      'A failed settlement sets a Transaction Processing flag (§3), but the catalogue has none.',
    hint: 'Add a flag with the category Transaction Processing to flags.catalogue.',
  };
}

function* findWithholdConflicts({ flags: { catalogue, withhold } }: Dialect): Generator<Conflict> {
  const codes = new Set(catalogue.map(({ code }) => code));
  for (const [index, code] of withhold.entries()) {
    if (codes.has(code)) continue;
    yield {
      rule: 'withholds-unknown-flag',
      key: 'flags.withhold',
      pointer: `/${index}`,
      reason: `flags.withhold lists ${code}, but the catalogue has no such flag.`,
      hint: `Add ${code} to flags.catalogue, or remove it from flags.withhold.`,
    };
  }
}

/** Finds categories with the same name. If flags are in a list and have no category, the names have no effect. */
function* findCategoryConflicts({ flags, user }: Dialect): Generator<Conflict> {
  if (user.flagsShape === 'list' && user.names.category === 'none') return;
  const categoriesByName = new Map<string, string>();
  const isGrouped = user.flagsShape === 'byCategory';
  if (isGrouped) categoriesByName.set(UNCATEGORIZED, 'The list of flags without a category');
  const alternative = isGrouped ? '' : ', or set user.names.category to none';
  for (const [category, name] of Object.entries(flags.categoryNames)) {
    const other = categoriesByName.get(name);
    if (other !== undefined) {
      yield {
        rule: 'category-name-taken',
        key: 'flags.categoryNames',
        reason: `${other} and ${category} have the same name "${name}", so a client cannot distinguish them.`,
        hint: `Give each category another name in flags.categoryNames${alternative}.`,
      };
    }
    categoriesByName.set(name, category);
  }
}
