import type { Verdict } from '../../../conformance/outcome.ts';

export type Paint = (verdict: Verdict, text: string) => string;

/** Parameters of SGR (ECMA-48, 8.3.117): green, red, yellow, cyan, grey, magenta. */
const COLORS = {
  pass: 32,
  fail: 31,
  warn: 33,
  observed: 36,
  'not-tested': 90,
  error: 35,
} as const satisfies Record<Verdict, number>;

export function createPaint(colors: 'colored' | 'plain'): Paint {
  return colors === 'plain'
    ? (_, text) => text
    : (verdict, text) => `\u001B[${COLORS[verdict]}m${text}\u001B[39m`;
}
