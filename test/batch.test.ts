import { expect, test } from 'vitest';

import { createBatchWithResults, createBatch } from '../src/batch.ts';

test('items are processed once, in order, in the next turn of the event loop', async () => {
  const processedItems: string[] = [];
  const add = createBatch((item: string) => {
    processedItems.push(item);
    if (item === 'first') add('added by the first');
  });
  add('first');
  add('second');
  expect(processedItems).toEqual([]);

  await new Promise(setImmediate);
  expect(processedItems).toEqual(['first', 'second']);

  await new Promise(setImmediate);
  expect(processedItems).toEqual(['first', 'second', 'added by the first']);
});

test('an error rejects only its own item', async () => {
  const halve = createBatchWithResults((number: number) => {
    if (number % 2 === 1) throw new RangeError(`${number} is odd`);
    return number / 2;
  });
  const results = await Promise.allSettled([halve(2), halve(3), halve(8)]);
  expect(results).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new RangeError('3 is odd') },
    { status: 'fulfilled', value: 4 },
  ]);
});
