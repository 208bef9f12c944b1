/** How much is printed while checks run. */
import type { Option } from '../command/command.ts';

export const quiet: Option = {
  flag: 'quiet',
  schema: {
    type: 'boolean',
    description: 'Print the summary at the end, and no progress line on a terminal.',
    default: false,
  },
};

export const verbose: Option = {
  flag: 'verbose',
  schema: {
    type: 'boolean',
    description: 'Print a line for each check that does not pass.',
    default: false,
  },
};
