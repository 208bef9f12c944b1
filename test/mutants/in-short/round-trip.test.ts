/** The short form of test/mutants/round-trip: three dialects, and all checks in the first. */
import { describeCombinations } from '../round-trip/describe-combinations.ts';

await describeCombinations({ count: 3, seed: 3, checkedCount: 1 });
