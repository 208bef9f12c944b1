import { exitCode, type Command } from '../command/command.ts';
import { readDialect } from './dialect-output.ts';

export const printDialectQuestions: Command = {
  name: 'dialect questions',
  summary:
    'Print a question for the service owner, in Markdown, for each key whose value is unknown.',
  operands: { placeholder: 'FILE', min: 1, max: 1 },
  options: [],
  examples: [
    {
      line: 'flagbearer dialect questions staging.dialect.yaml > questions.md',
      description:
        'Write one question per unknown key, with the text of the interface and the possible values.',
    },
  ],
  async run({ operands: [file = ''] }) {
    const [{ document }, { listDialectQuestions }, { formatQuestions }] = await Promise.all([
      readDialect(file),
      import('../../dialect/questions.ts'),
      import('../../reporting/run-report/questions-markdown.ts'),
    ]);
    const questions = listDialectQuestions(document);
    process.stdout.write(
      questions.length === 0 ? 'No open questions.\n' : formatQuestions(questions),
    );
    return exitCode.success;
  },
};
