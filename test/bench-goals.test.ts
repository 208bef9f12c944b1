/** Evaluates the goals of the benchmarks. */
import { expect, it } from 'vitest';

interface Row {
  readonly name: string;
  readonly median: number;
}
type EvaluateGoal = (goal: object, rows: readonly Row[]) => { value: number; isMet: boolean };

const file = new URL('../bench/evaluate-goal.mjs', import.meta.url);
const { evaluateGoal } = (await import(file.href)) as { evaluateGoal: EvaluateGoal };

const rows = [
  { name: 'few', median: 10 },
  { name: 'many', median: 11 },
];

it.each([
  [['few', 'many'], { value: 11, isMet: true }],
  [['few', 'many', 'not in a quick run'], { value: 11, isMet: true }],
  [['not in a quick run'], { value: NaN, isMet: false }],
])('the worst measured row of %j is evaluated', (names, expected) => {
  expect(evaluateGoal({ what: 'ms', rows: names, atMost: 12 }, rows)).toMatchObject(expected);
  const ratio = { value: expected.value / 10, isMet: expected.isMet };
  const goal = { what: 'ratio', rows: names, divisor: 'few', atMost: 1.2 };
  expect(evaluateGoal(goal, rows)).toMatchObject(ratio);
});
