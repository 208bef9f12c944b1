import { suggestSimilar } from '../did-you-mean.ts';
import type { SchemaError, Path } from './schema-errors.ts';
import { holdsSecret, type ValueSchema } from './value-schema.ts';

/** Returns the message for a schema error. @param found the value as it was written */
export function describeProblem(schemaError: SchemaError, found: unknown): string {
  const { path } = schemaError;
  switch (schemaError.kind) {
    case 'value': {
      if (path.length === 0) return schemaError.requirement;
      const name = formatPath(removeLastIndex(path));
      const problem = describeMismatch(schemaError, found);
      return name === '' ? problem : `${name}: ${problem}`;
    }
    case 'unknownKey':
      return describeUnknownKey(path, schemaError.known);
    case 'missingKey':
      return path.length === 0
        ? describeMissing(schemaError.anyOf)
        : `${formatPath(path)}: ${describeMissing(schemaError.anyOf)}`;
  }
}

/** Returns `unknown key "prot" in sandbox. Did you mean port?` */
function describeUnknownKey(path: Path, known: readonly string[]): string {
  const name = String(path.at(-1));
  const parent = path.slice(0, -1);
  const place = parent.length === 0 ? '' : ` in ${formatPath(parent)}`;
  // Without a space after the colon, a secret value is part of the key.
  const shown = name.replace(/[:=].*/su, '…');
  const hint = suggestSimilar(name, known) || ` Known keys: ${known.join(', ')}.`;
  return `unknown key "${shown}"${place}.${hint}`;
}

/** Returns `expected a whole number from 0 to 65535, got "x"`. A secret value is not shown. */
export function describeMismatch(
  { schema, requirement }: { readonly schema: ValueSchema; readonly requirement: string },
  found: unknown,
): string {
  return holdsSecret(schema) ? requirement : `${requirement}, got ${formatValue(found)}`;
}

/** Returns the text of a value, without contents of a map or a list, which may be secret. */
function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'no value';
  const hasContents = typeof value === 'object' && Object.keys(value).length > 0;
  if (!hasContents) return JSON.stringify(value);
  return Array.isArray(value) ? 'a list' : 'a map';
}

/** Returns `conform.accounts[0].kycStatus` */
function formatPath(path: Path): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`));
  return parts.join('').slice(1);
}

/** Removes the index of an item, which line and column identify. */
function removeLastIndex(path: Path): Path {
  return typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
}

function describeMissing(anyOf: readonly string[]): string {
  const [only = ''] = anyOf;
  return anyOf.length === 1
    ? `missing key "${only}"`
    : `missing key: add one of ${anyOf.join(', ')}`;
}
