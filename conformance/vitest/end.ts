/** The last file of a run: discovers what has to wait for the checks, and hands the outcome over. */
import { it } from 'vitest';
import { run } from './host.ts';

it('sums up', async ({ task }) => {
  task.meta.outcome = await run.finish();
});
