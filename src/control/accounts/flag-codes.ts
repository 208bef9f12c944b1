/** Checks flag codes in requests against the catalogue of the dialect (§2.7). */
import { findNearest } from '../../did-you-mean.ts';
import type { FlagCategory } from '../../contract/types.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { findFirstCode, findFlagCategory, findFlagDefinition } from '../../domain/flags.ts';
import { ControlRefusal, createRefusalAt } from '../request/control-refusal.ts';

/**
 * @param pointer to the list of codes in the request
 * @throws ControlRefusal flagUnknown for codes that the catalogue does not have
 */
export function checkFlagCodes(codes: readonly string[], pointer: string, dialect: Dialect): void {
  const isUnknown = (code: string) => findFlagDefinition(code, dialect) === undefined;
  const unknown = codes.find(isUnknown);
  if (unknown === undefined) return;
  // The same rule as in domain/legality.ts.
  const rule = { rule: 'unknown-flag', clause: '2.7' };
  const details = codes.flatMap((code, index) =>
    isUnknown(code)
      ? [{ pointer: `${pointer}/${index}`, message: formatSuggestion(code, dialect), ...rule }]
      : [],
  );
  throw new ControlRefusal('flagUnknown', formatUnknownFlagMessage(unknown), { details });
}

/**
 * Returns the flag that a transaction sets: the requested flag, otherwise the first flag of the category.
 *
 * @throws ControlRefusal flagUnknown, or invalidRequest for a flag of another category
 */
export function chooseTransactionFlag(requested: string | undefined, dialect: Dialect): string {
  const category: FlagCategory = 'Transaction Processing';
  const code = requested ?? findFirstCode(category, dialect);
  if (code === undefined) throw new RangeError(`the catalogue has no flag of ${category}`);
  const pointer = '/body/flag';
  if (findFlagDefinition(code, dialect) === undefined) {
    const message = formatUnknownFlagMessage(code);
    throw createRefusalAt(pointer, 'flagUnknown', message, formatSuggestion(code, dialect));
  }
  if (findFlagCategory(code, dialect) !== category) {
    const message = `Flag ${code} is not in the category ${category}.`;
    const expected = `must be a flag of the category ${category}`;
    throw createRefusalAt(pointer, 'invalidRequest', message, expected);
  }
  return code;
}

function formatUnknownFlagMessage(code: string): string {
  return `Unknown flag "${code}": not in the flag catalogue of the dialect.`;
}

function formatSuggestion(code: string, dialect: Dialect): string {
  const codes = dialect.flags.catalogue.map((flag) => flag.code);
  const nearest = findNearest(code, codes);
  return nearest === undefined ? `must be one of ${codes.join(', ')}` : `did you mean ${nearest}?`;
}
