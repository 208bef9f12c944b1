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
      const problem = `${formatValue(schemaError.schema, found)} ${schemaError.requirement}`;
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

/** Returns `"prot" is not a key of sandbox. Did you mean port?` */
function describeUnknownKey(path: Path, known: readonly string[]): string {
  const name = String(path.at(-1));
  const parent = path.slice(0, -1);
  const kind = parent.length === 0 ? 'section' : `key of ${formatPath(parent)}`;
  // Without a space after the colon, a secret value is part of the key.
  const shown = name.replace(/[:=].*/su, '…');
  return `unknown ${kind} "${shown}".${suggestSimilar(name, known)}`;
}

/** Returns the text of a value, without contents of a map or a list, which may be secret. */
export function formatValue(schema: ValueSchema, value: unknown): string {
  if (holdsSecret(schema)) return 'the value';
  const hasContents = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!hasContents) return JSON.stringify(value);
  return Array.isArray(value) ? 'the list' : 'the map';
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
  return anyOf.length === 1 ? `missing key "${only}"` : `one of ${anyOf.join(', ')} is required`;
}
