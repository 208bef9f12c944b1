/** Checks that the codes of a run are unpredictable (§5.4, §5.5). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { Attempt } from '../attempt.ts';
import { check, type Check } from '../define-check.ts';
import { type ReadCode, createEqualCodesError } from '../actors/otp-ledger.ts';
import { findPattern } from '../responses/code-patterns.ts';
import { sendCode } from './sent-codes.ts';

/** Minimum number of codes, because fewer may show a pattern by chance. */
const MIN_CODES = 12;

export function createPredictableCodesCheck(channel: OtpChannel, requirement: string): Check {
  return check({
    requirement,
    title: 'sends codes that cannot be derived from the destination or earlier codes',
    phase: 'final',
    async run(t) {
      if (!t.ctx.ledger.hasNewCodePerSend) throw createEqualCodesError();
      const codes = await collectCodes(t, channel);
      const pattern = findPattern(codes) ?? findPatternInGroups(channel, codes);
      // The source may be set to something other than `fixed:`, although the code is fixed.
      const isFixed = new Set(codes.map(({ code }) => code)).size === 1;
      const hint = isFixed ? '. Declare a fixed code with --otp-source fixed:CODE' : '';
      t.assert(
        pattern === null,
        `expected random codes, got ${codes.length} codes with a pattern: ${pattern ?? ''}${hint}`,
      );
    },
  });
}

async function collectCodes(t: Attempt, channel: OtpChannel): Promise<readonly ReadCode[]> {
  const listCodes = () => t.ctx.ledger.codes.filter((code) => code.channel === channel);
  while (listCodes().length < MIN_CODES) await sendCode(t, channel);
  return listCodes();
}

/** Returns the group of a code. A deployment may generate the codes of each group differently. */
type GetGroup = (code: ReadCode) => string;

const getCountry: GetGroup = ({ destination }) =>
  destination.startsWith('+1') ? 'North America' : 'other countries';
const getClient: GetGroup = ({ clientId }) => `the client ${clientId}`;

function findPatternInGroups(channel: OtpChannel, codes: readonly ReadCode[]): string | null {
  for (const getGroup of channel === 'sms' ? [getCountry, getClient] : [getClient]) {
    for (const name of new Set(codes.map(getGroup))) {
      const found = findPatternInGroup(codes.filter((code) => getGroup(code) === name));
      if (found !== null) return `codes for ${name} ${found}`;
    }
  }
  return null;
}

/** Maximum probability that random codes show the pattern. */
const MAX_CHANCE = 1e-7;

/** Finds a pattern that even two codes can show; `findPattern` needs many codes. */
function findPatternInGroup(codes: readonly ReadCode[]): string | null {
  if (codes.length < 2) return null;
  if (codes.every(({ code, destination }) => code.length > 5 && destination.includes(code))) {
    return 'are part of the destination';
  }
  // A code that is valid for several sends was generated only once.
  const texts = [...new Set(codes.map(({ code }) => code))];
  if (!texts.every((text) => /^\d+$/.test(text))) return null;
  const highest = Math.max(...texts.map(Number));
  const length = texts[0]?.length ?? 0;
  const chance = ((highest + 1) / 10 ** length) ** texts.length;
  return chance < MAX_CHANCE ? `are at most ${highest}` : null;
}
