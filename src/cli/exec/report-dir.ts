import type { Option } from '../command/command.ts';

export const reportDir: Option = {
  flag: 'report-dir',
  schema: {
    type: 'string',
    description:
      'Folder for the client report, created if missing: client-report.json, .html, .md, and .xml (JUnit). It covers all workspaces that exist when the command ends, whatever its exit code.',
    minLength: 1,
    'x-value': 'DIR',
  },
};
