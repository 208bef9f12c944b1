/** Derives the template of masks from masks of known numbers and addresses. */
import type { MaskSample } from './observations.ts';

type Sample = Pick<MaskSample, 'original' | 'mask'>;

const MAX_LENGTH = 100;

/** Returns the template with {last4} that produces every mask; null if none can be determined. */
export function inferPhoneTemplate(samples: readonly Sample[]): string | null {
  const [first, ...others] = samples;
  if (first === undefined) return null;
  const last4 = first.original.slice(-4);
  const at = first.mask.lastIndexOf(last4);
  if (at < 0) return null;
  const template = `${first.mask.slice(0, at)}{last4}${first.mask.slice(at + 4)}`;
  const isUnambiguous =
    others.some(({ original }) => original.slice(-4) !== last4) || !/\d(?!\})/.test(template);
  const producesMask = ({ original, mask }: Sample) =>
    template.replace('{last4}', () => original.slice(-4)) === mask;
  const isUsable = /^[^{}]*\{last4\}[^{}]*$/.test(template) && template.length <= MAX_LENGTH;
  return isUnambiguous && isUsable && samples.every(producesMask) ? template : null;
}

/** Returns the template with {first} and {domain} that produces every mask; null without one. */
export function inferEmailTemplate(samples: readonly Sample[]): string | null {
  const [first, ...others] = samples;
  if (first === undefined || /[{}]/.test(first.mask)) return null;
  const candidates = listTemplates(first).filter((template) =>
    others.every(({ original, mask }) => fillTemplate(template, original) === mask),
  );
  // More placeholders are better: shared text is usually part of the addresses.
  const [best] = candidates
    .filter((template) => isUnambiguous(template, samples))
    .toSorted((one, other) => countPlaceholders(other) - countPlaceholders(one));
  return best !== undefined && best.length > 0 && best.length <= MAX_LENGTH ? best : null;
}

/** Returns whether the samples differ enough to show where a character comes from. */
function isUnambiguous(template: string, samples: readonly Sample[]): boolean {
  const isVaried = (part: 'first' | 'domain') =>
    new Set(samples.map(({ original }) => splitAddress(original)[part])).size > 1;
  const hasLetters = /[\p{L}\p{N}]/u.test(template.replace(/\{\w+\}/g, ''));
  const isOriginShown = (part: 'first' | 'domain') =>
    isVaried(part) || !hasLetters || template.includes(`{${part}}`);
  const isFirstPlaceShown = isVaried('first') || !/.\{first\}/u.test(template);
  return isOriginShown('first') && isOriginShown('domain') && isFirstPlaceShown;
}

/** Returns every template that produces the mask, with or without domain and first character. */
function listTemplates({ original, mask }: Sample): string[] {
  const { first, domain } = splitAddress(original);
  const at = domain === '' ? -1 : mask.lastIndexOf(domain);
  if (at < 0) return withFirst(mask, first);
  const [before, after] = [mask.slice(0, at), mask.slice(at + domain.length)];
  return [
    ...withFirst(before, first).map((start) => `${start}{domain}${after}`),
    ...withFirst(after, first).map((end) => `${before}{domain}${end}`),
    ...withFirst(mask, first),
  ];
}

/** Returns the text, and the text with each occurrence of the first character as a placeholder. */
function withFirst(text: string, first: string): string[] {
  const pieces = first === '' ? [text] : text.split(first);
  return [
    text,
    ...pieces
      .slice(1)
      .map((_, index) =>
        [pieces.slice(0, index + 1).join(first), pieces.slice(index + 1).join(first)].join(
          '{first}',
        ),
      ),
  ];
}

function fillTemplate(template: string, address: string): string {
  const { first, domain } = splitAddress(address);
  return template.replace(/\{(first|domain)\}/g, (_, part) => (part === 'first' ? first : domain));
}

function splitAddress(address: string) {
  const [first = ''] = address;
  return { first, domain: address.slice(address.lastIndexOf('@') + 1) };
}

function countPlaceholders(template: string): number {
  return template.match(/\{/g)?.length ?? 0;
}
