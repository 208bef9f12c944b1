import type { Option } from '../command/command.ts';

export const reportDir: Option = {
  flag: 'report-dir',
  schema: {
    type: 'string',
    description:
      'Folder for the client report of the default workspace, made if there is none: client-report.json, .html, .md, and .xml (JUnit). They are written when the command has ended, whatever its exit code.',
    minLength: 1,
    'x-value': 'DIR',
  },
};
