import type { Dialect } from '../../dialect/dialect.ts';
import { countsOf, hasErrors } from '../../documents/finding.ts';
import type { MessageFinding } from '../../messages/check-messages.ts';
import type { Command, Option } from '../command/command.ts';
import { counted } from '../../counted.ts';
import { chosenDialect, dialectOptions } from '../command/dialect-option.ts';
import { exitCode } from '../command/exit-code.ts';
import { findingsSarif, findingsText } from '../text/findings-text.ts';
import { choiceOption, chosen, textOf } from '../command/option-value.ts';
import { UsageError } from '../command/usage-error.ts';
import type { CheckedFile } from './checked-file.ts';
import { localeFiles } from './message-files.ts';
import { messagesJunit } from './messages-junit.ts';
import { jsonText } from '../text/json-text.ts';

const localeDir: Option = {
  flag: 'locale-dir',
  schema: {
    type: 'string',
    description: 'Folder with a file for each locale; each of them has to have every message.',
    minLength: 1,
    'x-value': 'DIR',
  },
};

const keyPrefix: Option = {
  flag: 'key-prefix',
  schema: {
    type: 'string',
    description:
      'What stands before the codes: errors.flags where the text of K1001 is at errors.flags.K1001, nested or flat. Without it: flags, where there is such a key, else nothing.',
    minLength: 1,
    'x-value': 'PREFIX',
  },
};

const format = choiceOption('format', 'How to print what is found.', [
  'text',
  'junit',
  'sarif',
  'json',
]);

/** `flagbearer messages check`: §7.1, as far as the texts of a client show it. */
export const checkMessages: Command = {
  name: 'messages check',
  summary: 'Tell which flags a client has no message for (§7.1), in every locale.',
  operands: { word: 'FILE', least: 0, most: Infinity },
  options: [localeDir, keyPrefix, format, ...dialectOptions],
  notes: [
    'A file is JSON (.arb too), YAML or .properties; a message is a text, or a map of texts such as title and body. Flags that the catalogue of the dialect has and the file has not are errors, and so are empty texts. Warned about: keys that are no flags, and a category without a fallback for flags that the file does not know: a text under the name of the category (Fraud, "KYC Review" or kycReview, transactionProcessing), or under "default" for all of them.',
    'Exit code 0: every flag has its message. 1: one has not. 2: a file is not there, or an option is no good.',
  ],
  examples: [
    {
      line: 'flagbearer messages check src/messages.json --dialect staging.dialect.yaml',
      does: 'The codes of a deployment are in its dialect.',
    },
    {
      line: 'flagbearer messages check --locale-dir locales --key-prefix errors.flags --format junit',
      does: 'Each locale, as test results for CI.',
    },
  ],
  async run({ operands, flags, cwd, interpolated }) {
    const form = chosen(format, flags);
    const folder = textOf(localeDir, flags);
    const files = [...operands, ...(folder === undefined ? [] : await localeFiles(folder, cwd))];
    if (files.length === 0) {
      throw new UsageError('flagbearer messages check needs a FILE, or --locale-dir DIR.');
    }
    const dialect = await chosenDialect({ flags, cwd, interpolated });
    const options = { dialect, keyPrefix: textOf(keyPrefix, flags), cwd };
    const { checkFile } = await import('./checked-file.ts');
    const checked = await Promise.all(files.map((file) => checkFile(file, options)));
    process.stdout.write(writers[form](checked, dialect));
    return checked.some(({ findings }) => hasErrors(findings)) ? exitCode.findings : exitCode.done;
  },
};

type Writer = (checked: readonly CheckedFile[], dialect: Dialect) => string;

const writers = {
  text: (checked) => findingsText(allOf(checked), counted(checked.length, 'file')),
  junit: messagesJunit,
  sarif: (checked) => findingsSarif(allOf(checked)),
  json: (checked) => {
    const findings = allOf(checked);
    const files = checked.map(({ file }) => file);
    return jsonText({ files, ...countsOf(findings), findings });
  },
} satisfies Record<string, Writer>;

function allOf(checked: readonly CheckedFile[]): MessageFinding[] {
  return checked.flatMap(({ findings }) => findings);
}
