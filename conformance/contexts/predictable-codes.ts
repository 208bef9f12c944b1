/** The codes of a run together: none may follow from the number, or from the others (§5.4, §5.5). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { Attempt } from '../attempt.ts';
import { check, type Check } from '../define-check.ts';
import { NotTested } from '../outcomes.ts';
import type { ReadCode } from '../actors/otp-ledger.ts';
import { patternIn } from '../responses/code-patterns.ts';
import { sendCode } from './sent-codes.ts';

/** What is there by chance in fewer than one in ten million runs. */
const BY_CHANCE = 1e-7;

type Group = (one: ReadCode) => string;

/** Parts of a run whose codes may come from another source than the others. */
const groups: readonly Group[] = [
  ({ destination }) => (destination.startsWith('+1') ? 'North America' : 'other countries'),
  ({ clientId }) => `the client ${clientId}`,
];

/** What the codes of one group have in common, however few they are; null where nothing shows. */
function patternInGroups(seen: readonly ReadCode[]): string | null {
  for (const groupOf of groups) {
    for (const name of new Set(seen.map(groupOf))) {
      const found = patternInFew(seen.filter((one) => groupOf(one) === name));
      if (found !== null) return `codes for ${name} ${found}`;
    }
  }
  return null;
}

function patternInFew(seen: readonly ReadCode[]): string | null {
  if (seen.length < 2) return null;
  if (seen.every(({ code, destination }) => code.length > 5 && destination.includes(code))) {
    return 'consist of digits of the phone number';
  }
  const codes = seen.map(({ code }) => code).filter((code) => /^\d+$/.test(code));
  const highest = Math.max(...codes.map(Number));
  const length = codes[0]?.length ?? 0;
  const isLow = ((highest + 1) / 10 ** length) ** codes.length < BY_CHANCE;
  return codes.length === seen.length && isLow ? `are at most ${highest}` : null;
}

/** Below as many codes, chance may look like a pattern. */
const NEEDED = 12;

export function predictableCodes(channel: OtpChannel, requirement: string): Check {
  return check(
    {
      requirement,
      title: 'sends codes that cannot be derived from the destination or earlier codes',
      last: true,
    },
    async (t) => {
      if (t.ctx.ledger.source?.changes !== true) {
        throw new NotTested('needs an --otp-source that returns different codes', 'settings');
      }
      const seen = await enoughCodes(t, channel);
      const pattern = patternIn(seen) ?? patternInGroups(seen);
      t.that(
        pattern === null,
        `expected random codes, got ${seen.length} codes with a pattern: ${pattern ?? ''}`,
      );
    },
  );
}

async function enoughCodes(t: Attempt, channel: OtpChannel) {
  const read = () => t.ctx.ledger.codes.filter((one) => one.channel === channel);
  while (read().length < NEEDED) await sendCode(t, channel);
  return read();
}
