import { listSettings, type Setting } from '../../config/setting.ts';
import { wrap } from '../text/text-table.ts';

const WIDTH = 96;

export function formatConfig(scenario: string): string {
  return `${[
    '# yaml-language-server: $schema=https://unpkg.com/flagbearer/openapi/schemas/config.schema.json',
    ...formatComment(
      'Settings of flagbearer. A command-line option (--allow-host for allowHost) takes precedence, then an environment variable (FLAGBEARER_ALLOW_HOST), then this file. A value that is only ${NAME} is replaced by the environment variable NAME. Commented lines show the default, or an example.',
      '',
    ),
    '',
    'sandbox:',
    ...listSettings('sandbox').flatMap((setting) => formatSetting(setting, scenario)),
  ].join('\n')}\n`;
}

function formatSetting({ key, schema }: Setting, scenario: string): string[] {
  const line =
    key === 'scenario'
      ? `  ${key}: [${scenario}]`
      : `  # ${key}: ${toYaml(schema.default ?? schema.examples?.[0])}`;
  return [...formatComment(schema.description ?? '', '  '), line, ''];
}

function formatComment(text: string, indent: string): string[] {
  return wrap(text, WIDTH - indent.length).map((line) => `${indent}# ${line}`);
}

/** Returns a plain YAML scalar if possible, else JSON, which is also valid YAML. */
function toYaml(value: unknown): string {
  return typeof value === 'string' && /^(?!\d+$)[A-Za-z0-9./_-][A-Za-z0-9./:_-]*$/.test(value)
    ? value
    : JSON.stringify(value);
}
