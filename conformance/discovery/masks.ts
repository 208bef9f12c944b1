/** Detects the userMask and the templates of masked numbers and addresses (§2.4 to §2.6). */
import { hasWalletAndNumber } from '../declared-accounts.ts';
import { findUserMask } from '../responses/fields.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
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
  if (!/^[^{}]*\{last4\}[^{}]*$/.test(template) || template.length > MAX_LENGTH) return null;
  const isVaried = others.some(({ original }) => original.slice(-4) !== last4);
  const hasOtherDigits = /\d(?!\})/.test(template);
  // If all numbers end alike, other digits in the mask may belong to the numbers.
  if (!isVaried && hasOtherDigits) return null;
  const producesMask = ({ original, mask }: Sample) =>
    template.replace('{last4}', () => original.slice(-4)) === mask;
  return samples.every(producesMask) ? template : null;
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

/** Returns whether the samples show which parts of the masks are fixed text. */
function isUnambiguous(template: string, samples: readonly Sample[]): boolean {
  const isVaried = (part: 'first' | 'domain') =>
    new Set(samples.map(({ original }) => splitAddress(original)[part])).size > 1;
  const hasLetters = /[\p{L}\p{N}]/u.test(template.replace(/\{\w+\}/g, ''));
  // A letter in the template may belong to a first character or domain that all samples share.
  const isOriginKnown = (part: 'first' | 'domain') =>
    isVaried(part) || !hasLetters || template.includes(`{${part}}`);
  // If all samples share the first character, the mask may contain that character elsewhere by chance.
  const isFirstPositionKnown = isVaried('first') || !/.\{first\}/u.test(template);
  return isOriginKnown('first') && isOriginKnown('domain') && isFirstPositionKnown;
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

/** Returns the text and, for each occurrence of the first character, a copy with {first} in its place. */
function withFirst(text: string, first: string): string[] {
  const texts = [text];
  if (first === '') return texts;
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + first.length)) {
    texts.push(`${text.slice(0, at)}{first}${text.slice(at + first.length)}`);
  }
  return texts;
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

const ENOUGH_SAMPLES = 3;
const METHOD_PATTERN = /^[A-Z][A-Z0-9_]{0,31}$/;
const MAX_METHODS = 16;

/** Values of `userMask.absent` by the phoneMask of a user without a phone number. */
const VALUES_OF_ABSENT_MASK = new Map<unknown, string>([
  [undefined, 'omit'],
  [null, 'null'],
  ['', 'empty'],
]);

export const masksProbes: ProbeGroup = {
  name: 'masks',
  needs: ['wallet.addOwned', 'otp.sms.maxAttempts', 'otp.email.maxAttempts'],
  probes: [
    probe(['userMask.absent'], async (t) => {
      t.requireNewUsers();
      const { response } = await t.signIn();
      t.ctx.knowledge.observations.recordSignIn(response, null);
      const userMask = findUserMask(response.body);
      const phoneMask = userMask?.['phoneMask'];
      const value = VALUES_OF_ABSENT_MASK.get(phoneMask);
      if (userMask === null)
        t.recordInconclusive('userMask.absent', 'A sign-in returned no userMask.');
      else if (value !== undefined) t.decide('userMask.absent', value, response);
      else {
        const observation = 'The phoneMask of a new user is neither missing, null nor empty.';
        t.recordInconclusive('userMask.absent', observation);
      }
    }),
    probe(['masks.phone'], async (t) => {
      await signInWithNumbers(t);
      const samples = t.ctx.knowledge.observations.masks.sms;
      decideTemplate(t, 'masks.phone', samples, inferPhoneTemplate(samples));
    }),
    probe(['masks.email'], async (t) => {
      const samples = t.ctx.knowledge.observations.masks.email;
      decideTemplate(t, 'masks.email', samples, inferEmailTemplate(samples));
    }),
    probe(['userMask.preferredMfaMethods'], async (t) => {
      const { mfaMethods } = t.ctx.knowledge.observations;
      const methods = [...mfaMethods.keys()];
      const [response] = mfaMethods.values();
      if (response === undefined) {
        t.recordInconclusive('userMask.preferredMfaMethods', 'No preferredMfaMethod was returned.');
      } else if (methods.every((method) => METHOD_PATTERN.test(method))) {
        t.decide('userMask.preferredMfaMethods', methods.slice(0, MAX_METHODS), response);
      } else {
        t.recordInconclusive(
          'userMask.preferredMfaMethods',
          `Observed values: ${methods.join(', ')}.`,
        );
      }
    }),
  ],
};

async function signInWithNumbers(t: Probing): Promise<void> {
  const { observations } = t.ctx.knowledge;
  const declared = t.ctx.identities.listAccounts().filter(hasWalletAndNumber);
  for (const account of declared) {
    if (observations.masks.sms.length >= ENOUGH_SAMPLES) return;
    const { response } = await t.signInAs(account);
    observations.recordSignIn(response, account.phoneNumber);
  }
}

function decideTemplate(
  t: Probing,
  key: string,
  samples: readonly MaskSample[],
  template: string | null,
): void {
  const [first] = samples;
  if (first === undefined) t.recordInconclusive(key, 'No mask was returned.');
  else if (template !== null) t.decide(key, template, first.response);
  else
    t.recordInconclusive(key, `The ${samples.length} observed masks do not determine a template.`);
}
