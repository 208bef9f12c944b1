/** Replaces references to environment variables in a configuration file: `${NAME}`. */
import { toPointer } from '../documents/pointer.ts';
import type { InterpolatedValues } from './interpolated-values.ts';
import type { Problem } from './problems.ts';
import { parseValue, findListSchema, type ValueSchema } from './value-schema.ts';

const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const ENCODED = /\uE000\uE001([A-Za-z0-9_]+)\uE002/g;
const ONLY_ENCODED = /^\uE000\uE001([A-Za-z0-9_]+)\uE002$/;

/**
 * Encodes the braces of every `${NAME}` in a YAML text: in `{a: ${NAME}}`, YAML would end the value at the
 * first closing brace. Each character is replaced by one private-use character, which preserves columns. Values
 * are inserted after parsing, so they are never read as YAML.
 */
export function encodeVariableReferences(text: string): string {
  return text.replace(REFERENCE, '\uE000\uE001$1\uE002');
}

/** Restores the encoded references in a text. */
export function decodeVariableReferences(text: string): string {
  return text.replace(ENCODED, '${$1}');
}

export interface Variables {
  readonly env: NodeJS.ProcessEnv;
  /** Collects every value that is used. */
  readonly interpolated: InterpolatedValues;
}

/**
 * Replaces each `${NAME}` that is a whole value, at any depth. A reference within a longer value is rejected: the
 * URL https://example.test/${SECRET} would send the secret to a host that the file chooses.
 *
 * @returns the value, with null for each unset variable, and the problems
 */
export function replaceVariables(
  rawValue: unknown,
  schema: ValueSchema,
  { env, interpolated }: Variables,
): { readonly value: unknown; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  return { value: replaceInNode(rawValue, schema, ''), problems };

  function replaceInNode(value: unknown, nodeSchema: ValueSchema, pointer: string): unknown {
    const { properties = {} } = nodeSchema;
    const items = findListSchema(nodeSchema)?.items;
    if (typeof value === 'string') return replaceInText(value, nodeSchema, pointer);
    if (Array.isArray(value)) {
      return items
        ? value.map((item, index) => replaceInNode(item, items, `${pointer}/${index}`))
        : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const keySchema = Object.hasOwn(properties, key) ? properties[key] : undefined;
        return [key, keySchema ? replaceInNode(inner, keySchema, pointer + toPointer(key)) : inner];
      }),
    );
  }

  function replaceInText(text: string, textSchema: ValueSchema, pointer: string): unknown {
    if (!decodeVariableReferences(text).includes('${')) return text;
    const name = ONLY_ENCODED.exec(text)?.[1];
    const value = name !== undefined && Object.hasOwn(env, name) ? env[name] : undefined;
    if (name === undefined || value === undefined) {
      problems.push({ pointer, part: 'value', problem: describeProblem(text, name) });
      return null;
    }
    interpolated.add(name, value);
    return parseValue(textSchema, value);
  }
}

function describeProblem(text: string, name: string | undefined): string {
  if (name !== undefined) {
    return `the environment variable ${name} is not set. Set it, or write the value here`;
  }
  const [part] = text.match(ENCODED) ?? [];
  return part === undefined
    ? 'expected a variable reference such as ${NAME}, with letters, digits and _ only'
    : `${decodeVariableReferences(part)} is only a part of the value. Put the whole value into the variable`;
}
