import type { Option } from '../command/command.ts';

export const reportDir: Option = {
  flag: 'report-dir',
  schema: {
    type: 'string',
    description:
      'Folder for the client report, created if missing: client-report.json, .html, .md, and .xml (JUnit). It is about all workspaces that exist when the command has ended, whatever its exit code.',
    minLength: 1,
    'x-value': 'DIR',
  },
};
