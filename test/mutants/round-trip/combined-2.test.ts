import { describeCombinations } from './describe-combinations.ts';

await describeCombinations({ count: 20, seed: 2 });
