import type { Path } from './misfits.ts';
import type { Problem } from './problems.ts';
import { valueFromText } from './setting-value.ts';
import { listIn, type ValueSchema } from './value-schema.ts';
import { hasReference, replaceReferences } from './variable-reference.ts';

export interface Expanded {
  /** Undefined in each place where a variable is asked for that can't be given. */
  readonly value: unknown;
  readonly bad: readonly Problem[];
}

/** What was written, at any depth, with the value of the variable in the place of each `${NAME}`. */
export function withVariables(
  written: unknown,
  schema: ValueSchema,
  env: NodeJS.ProcessEnv,
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
    if (!hasReference(text)) {
      if (!text.includes('${')) return text;
      const problem = 'a variable is written ${NAME}, with letters, digits and _ only';
      bad.push({ path, part: 'value', problem });
      return undefined;
    }
    const unset: string[] = [];
    const filled = replaceReferences(text, (name) => {
      const value = env[name];
      if (value === undefined) unset.push(name);
      return value ?? '';
    });
    for (const name of unset)
      bad.push({ path, part: 'value', problem: `the variable ${name} is not set` });
    return unset.length > 0 ? undefined : valueFromText(of, filled);
  }
}
