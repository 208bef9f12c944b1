import type { Path } from './schema-errors.ts';
import type { Problem } from './problems.ts';
import { valueFromText } from './setting-value.ts';
import { listIn, type ValueSchema } from './value-schema.ts';
import type { Interpolated } from './interpolated.ts';
import { referencesIn, soleReference } from './variable-reference.ts';

export interface Expanded {
  /** Undefined in each place whose variable is not available. */
  readonly value: unknown;
  readonly bad: readonly Problem[];
}

export interface Variables {
  readonly env: NodeJS.ProcessEnv;
  /** Gets every value that is used. */
  readonly interpolated: Interpolated;
}

/**
 * What was written, at any depth, with the value of the variable in the place of each `${NAME}` that is a
 * whole value. As a part of a value it could send a secret to an address that the file names.
 */
export function withVariables(
  written: unknown,
  schema: ValueSchema,
  { env, interpolated }: Variables,
): Expanded {
  const bad: Problem[] = [];
  return { value: expanded(written, schema, []), bad };

  function expanded(value: unknown, of: ValueSchema, path: Path): unknown {
    const { properties = {} } = of;
    const items = listIn(of)?.items;
    if (typeof value === 'string') return textExpanded(value, of, path);
    if (Array.isArray(value)) {
      return items ? value.map((item, index) => expanded(item, items, [...path, index])) : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
        return [key, own ? expanded(inner, own, [...path, key]) : inner];
      }),
    );
  }

  function textExpanded(text: string, of: ValueSchema, path: Path): unknown {
    const name = soleReference(text);
    const value = name === undefined ? undefined : env[name];
    if (name === undefined && !text.includes('${') && referencesIn(text).length === 0) return text;
    if (name === undefined || value === undefined) {
      bad.push({ path, part: 'value', problem: problemWith(text, name) });
      return undefined;
    }
    interpolated.add(name, value);
    return valueFromText(of, value);
  }
}

function problemWith(text: string, name: string | undefined): string {
  if (name !== undefined) return `the environment variable ${name} is not set`;
  const [part] = referencesIn(text);
  return part === undefined
    ? 'invalid variable reference; write ${NAME}, with letters, digits and _ only'
    : `\${${part}} is only part of the value and is not replaced; put the whole value into the variable`;
}
