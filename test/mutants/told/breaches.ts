/** Ways to break each rule, as far as what a discovery says of them is the same in each run. */
import { operators } from '../operators/index.ts';
import type { Operator } from '../operators/operator.ts';

// Where calls race, another one is seen first each time.
const steady = operators.filter(({ requirement }) => requirement !== '4.8.call.reads');

/** One of each kind for each rule. */
export const breaches: readonly Operator[] = [
  ...new Map(steady.map((its) => [`${its.requirement} ${its.kind}`, its])).values(),
];
