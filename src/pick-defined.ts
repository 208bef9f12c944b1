import { suggestOr } from './did-you-mean.ts';

/** Returns the options without undefined values. @throws TypeError for an unknown option */
export function pickDefined(
  caller: string,
  options: object,
  known: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(`${caller}: expected an object with options`);
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const hint = suggestOr(`Known options: ${known.join(', ')}.`, name, known);
    throw new TypeError(`${caller}: unknown option ${name}. ${hint}`);
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
