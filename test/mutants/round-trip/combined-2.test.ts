import { describeCombinations } from './combined.ts';

await describeCombinations(20, 2);
