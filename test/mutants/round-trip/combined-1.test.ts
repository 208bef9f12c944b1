import { describeCombinations } from './describe-combinations.ts';

await describeCombinations(20, 1);
