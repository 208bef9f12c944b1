/** Small elements used in several parts of the page. */
import { markup, type Html } from './markup.ts';
import type { Verdict } from '../report.ts';
import { visibleLine, visibleText } from '../words/visible-text.ts';

/** The names of verdicts, with a sign, since not everyone can see the colour. */
const SIGNS: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  fail: '✗',
  warn: '!',
  observed: '◦',
  'not-tested': '–',
  error: '?',
};

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warning',
  observed: 'observed',
  'not-tested': 'not tested',
  error: 'error',
};

export function verdictSign(verdict: Verdict): Html {
  return markup`<span class="sign ${verdict}" aria-hidden="true">${SIGNS[verdict]}</span>`;
}

export function verdictBadge(verdict: Verdict): Html {
  return markup`<span class="badge ${verdict}">${verdictSign(verdict)} ${VERDICT_WORDS[verdict]}</span>`;
}

/** A text of the run or of the target; its writing direction stays inside. */
export function words(text: string): Html {
  return markup`<bdi>${visibleLine(text)}</bdi>`;
}

export function codeWords(text: string): Html {
  return markup`<code>${visibleLine(text)}</code>`;
}

/** A text of several lines. It can be scrolled with the keyboard. */
export function block(label: string, text: string): Html {
  return markup`<pre role="region" aria-label="${label}" tabindex="0"><code>${visibleText(text)}</code></pre>`;
}

/** The name of a check's place on the page. */
export function placeOf(checkId: string): string {
  return visibleLine(`check-${checkId}`);
}

export function linkTo(checkId: string): string {
  return `#${encodeURIComponent(placeOf(checkId))}`;
}
