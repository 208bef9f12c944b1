/** Regular expressions for texts of a dialect, in the syntax of JSON Schema (ECMA-262 with the flag u). */

const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

export function escapeRegExp(text: string): string {
  return text.replace(SYNTAX, '\\$&');
}

/** The placeholders of masks (§2.5, §2.6). */
const PLACEHOLDERS: Readonly<
  Record<string, { readonly pattern: string; readonly example: string }>
> = {
  '{last4}': { pattern: '[0-9]{4}', example: '0143' },
  '{first}': { pattern: '[^@]', example: 'r' },
  '{domain}': { pattern: '[^@]+', example: 'example.test' },
};

const PLACEHOLDER = /(\{(?:last4|first|domain)\})/;

/** Returns the pattern of a mask template, such as `^\*\*\*\*\*\*[0-9]{4}$` for `******{last4}`. */
export function createMaskPattern(template: string): string {
  const parts = template.split(PLACEHOLDER);
  return `^${parts.map((part) => PLACEHOLDERS[part]?.pattern ?? escapeRegExp(part)).join('')}$`;
}

/** Returns the mask that a template produces for the phone number or email address of the examples. */
export function createMaskExample(template: string): string {
  const parts = template.split(PLACEHOLDER);
  return parts.map((part) => PLACEHOLDERS[part]?.example ?? part).join('');
}
