import type { Dialect } from '../../dialect/dialect.ts';
import { countFindings, hasErrors } from '../../documents/finding.ts';
import type { MessageFinding } from '../../messages/check-messages.ts';
import { exitCode, UsageError, type Command } from '../command/command.ts';
import { pluralize } from '../../pluralize.ts';
import { readChosenDialect, dialectOptions } from '../command/dialect-option.ts';
import { formatFindingsSarif, formatFindings } from '../text/findings-text.ts';
import {
  createChoiceOption,
  getChoice,
  getText,
  createTextOption,
} from '../command/option-value.ts';
import { checkFile, listLocales, type CheckedFile } from './message-files.ts';
import { formatMessagesJunit } from './messages-junit.ts';
import { formatJson } from '../text/json-text.ts';
import { SECTION_NOTE } from '../text/help-text.ts';

const localeDir = createTextOption(
  'locale-dir',
  'DIR',
  'Folder with one file per locale; each file must contain every message.',
);
const keyPrefix = createTextOption(
  'key-prefix',
  'PREFIX',
  'Text before the flag code in the key of a message: "errors.flags" for the key "errors.flags.K1001" (nested maps, or one key with dots), "flag_" for "flag_K1001". Default: "flags" if the file has the key "flags", otherwise no prefix.',
);

const format = createChoiceOption('format', 'Output format.', ['text', 'junit', 'sarif', 'json']);

export const checkMessages: Command = {
  name: 'messages check',
  summary: 'Check that a client has a message for every flag (§7.1), in every locale.',
  operands: { placeholder: 'FILE', min: 0, max: Infinity },
  options: [localeDir, keyPrefix, format, ...dialectOptions],
  notes: [
    'A file is JSON (also .arb), YAML or .properties. The key of a message is a flag code; the message is a text, or a map of texts such as title and body. Errors: a flag in the catalogue of the dialect that has no message, and an empty message. Warnings: an unknown key, and a flag category without a fallback message.',
    'A fallback message is shown for flags that are not in the catalogue. Its key is one of the three categories (Fraud, "KYC Review", "Transaction Processing"; case, spaces and punctuation are ignored, as in kycReview), or `default`, for all categories.',
    SECTION_NOTE,
  ],
  exitCodes: [
    { code: 0, meaning: 'Every flag has a message.' },
    { code: 1, meaning: 'A message is missing or empty.' },
    { code: 2, meaning: 'A file is missing, or an option is invalid.' },
  ],
  examples: [
    {
      line: 'flagbearer messages check src/messages.json --dialect staging.dialect.yaml',
      description: 'Check against the flag codes of a deployment, listed in its dialect.',
    },
    {
      line: 'flagbearer messages check --locale-dir locales --key-prefix errors.flags --format junit',
      description: 'Check each locale; print test results for CI.',
    },
  ],
  async run({ operands, flags, cwd, interpolated }) {
    const outputFormat = getChoice(format, flags);
    const folder = getText(localeDir, flags);
    const files = [...operands, ...(folder === undefined ? [] : await listLocales(folder, cwd))];
    if (files.length === 0) {
      throw new UsageError('missing argument: add a FILE, or set --locale-dir DIR.');
    }
    const dialect = await readChosenDialect({ flags, cwd, interpolated });
    const options = { dialect, keyPrefix: getText(keyPrefix, flags) };
    const checked = await Promise.all(files.map((file) => checkFile(file, options, cwd)));
    process.stdout.write(formatters[outputFormat](checked, dialect));
    return checked.some(({ findings }) => hasErrors(findings))
      ? exitCode.findings
      : exitCode.success;
  },
};

type Formatter = (checked: readonly CheckedFile[], dialect: Dialect) => string;

const formatters = {
  text: (checked) => formatFindings(listFindings(checked), pluralize(checked.length, 'file')),
  junit: formatMessagesJunit,
  sarif: (checked) => formatFindingsSarif(listFindings(checked)),
  json: (checked) => {
    const findings = listFindings(checked);
    const files = checked.map(({ file }) => file);
    return formatJson({ files, ...countFindings(findings), findings });
  },
} satisfies Record<string, Formatter>;

function listFindings(checked: readonly CheckedFile[]): MessageFinding[] {
  return checked.flatMap(({ findings }) => findings);
}
