/** Prints requests as they pass through the proxy. */
import type { ProxyEntry } from '../../contract/proxy-journal.gen.ts';
import type { Judgement } from '../../proxy/watch.ts';
import { formatReadableDuration } from '../../reporting/text/duration-text.ts';
import { toVisibleLine } from '../../reporting/text/visible-text.ts';
import type { Output } from '../conform/host.ts';
import type { Paint } from '../conform/paint.ts';
import { VERDICTS } from '../../judge/violation.ts';

type Violation = ProxyEntry['violations'][number];

const WORDS = { MUST: 'violates', SHOULD: 'warning', OPEN: 'differs' } as const;

/** @param detail `usual`: each violation is printed only once; `verbose`: every request is printed */
export function createProgressReporter(
  out: Output,
  paint: Paint,
  detail: 'quiet' | 'usual' | 'verbose',
): (judgement: Judgement) => void {
  if (detail === 'quiet') return () => undefined;
  return ({ entry, newViolations }) => {
    const violations = detail === 'usual' ? newViolations : entry.violations;
    const isNotable = violations.length > 0 || entry.trouble !== undefined;
    if (detail === 'verbose' || isNotable) out.write(`${formatEntry(entry)}\n`);
    for (const violation of violations) out.write(`  ${formatViolation(violation, paint)}\n`);
  };
}

/** Returns `POST /v1/auth/cryptoWallet:start -> 200 (12 ms)` */
function formatEntry({ request, response, trouble, durationMs }: ProxyEntry): string {
  const outcome = response === null ? (trouble ?? 'no response') : `${response.status}`;
  const line = `${request.method} ${request.url} -> ${outcome} (${formatReadableDuration(durationMs)})`;
  return toVisibleLine(response === null || trouble === undefined ? line : `${line}: ${trouble}`);
}

/** Returns `violates  response /body/challenge must be a string (§2.3, 2.3.challenge.string)` */
function formatViolation(violation: Violation, paint: Paint): string {
  const { direction, level, pointer, message, clause, rule } = violation;
  const word = paint(VERDICTS[level], WORDS[level].padEnd(8));
  return `${word}  ${direction} ${toVisibleLine(`${pointer} ${message}`)} (§${clause}, ${rule})`;
}
