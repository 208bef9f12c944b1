/** §2.7, §3, §7.2: what the catalogue of flags has to hold. */
import type { Dialect } from '../dialect.ts';
import type { Nonsense } from './nonsense.ts';

export function* flagNonsense(dialect: Dialect): Generator<Nonsense> {
  yield* catalogueNonsense(dialect);
  yield* withholdNonsense(dialect);
  yield* categoryNonsense(dialect);
}

function* catalogueNonsense({ flags: { catalogue } }: Dialect): Generator<Nonsense> {
  const codes = new Set<string>();
  for (const [at, { code }] of catalogue.entries()) {
    if (codes.has(code)) {
      yield {
        rule: 'duplicate-flag-code',
        key: 'flags.catalogue',
        within: `/${at}/code`,
        reason: `The code ${code} is there twice; a code tells which flag it is.`,
        hint: 'Keep one of the two.',
      };
    }
    codes.add(code);
  }
  if (catalogue.some(({ category }) => category === 'Transaction Processing')) return;
  yield {
    rule: 'no-transaction-flag',
    key: 'flags.catalogue',
    reason: 'A settlement that fails sets a Transaction Processing flag (§3), and there is none.',
    hint: 'Add a code of the category Transaction Processing.',
  };
}

function* withholdNonsense({ flags: { catalogue, withhold } }: Dialect): Generator<Nonsense> {
  const codes = new Set(catalogue.map(({ code }) => code));
  for (const [at, code] of withhold.entries()) {
    if (codes.has(code)) continue;
    yield {
      rule: 'withholds-unknown-flag',
      key: 'flags.withhold',
      within: `/${at}`,
      reason: `${code} withholds personal information, but the catalogue has no such flag.`,
      hint: `Add ${code} to flags.catalogue, or take it out of flags.withhold.`,
    };
  }
}

/** Of flags in a list that name no category, the word for it says nothing. */
function* categoryNonsense({ flags, user }: Dialect): Generator<Nonsense> {
  if (user.flagsShape === 'list' && user.names.category === 'none') return;
  const words = new Map<string, string>();
  for (const [category, word] of Object.entries(flags.categoryNames)) {
    const other = words.get(word);
    if (other !== undefined) {
      yield {
        rule: 'category-name-taken',
        key: 'flags.categoryNames',
        reason: `${other} and ${category} are both written "${word}", so no client could tell them apart.`,
        hint: 'Give each category a word of its own, or set user.names.category to none.',
      };
    }
    words.set(word, category);
  }
}
