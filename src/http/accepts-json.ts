/** The media ranges that include JSON, the most specific first. */
const RANGES = ['application/json', 'application/*', '*/*'];

/** Returns whether an Accept header allows JSON. The most specific range applies (RFC 9110, section 12.5.1). */
export function acceptsJson(accept: string): boolean {
  const ranges = accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.toLowerCase().split(';');
    const isExcluded = parameters.some((parameter) => /^\s*q=0(?:\.0*)?\s*$/.test(parameter));
    return { name: name.trim(), isExcluded };
  });
  const mostSpecific = RANGES.find((name) => ranges.some((range) => range.name === name));
  return ranges.some(({ name, isExcluded }) => name === mostSpecific && !isExcluded);
}
