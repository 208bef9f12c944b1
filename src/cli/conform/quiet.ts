import type { Option } from '../command/command.ts';

export const quiet: Option = {
  flag: 'quiet',
  schema: {
    type: 'boolean',
    description: 'Print nothing while checks run: the summary at the end.',
    default: false,
  },
};
