/** The pages about what a user types and sets: commands, the configuration file, variables. */
import { loadSources } from './source-modules.mjs';
import { block, code, linkTo, prose, table } from './markdown.mjs';

/**
 * @typedef {import('../../src/cli/command/command.ts').Command} Command
 * @typedef {import('../../src/cli/command/command.ts').Option} Option
 * @typedef {import('../../src/config/setting.ts').Setting} Setting
 * @typedef {import('../../src/config/setting.ts').ValueSchema} ValueSchema
 * @typedef {{ description: string, $defs: Record<string, ValueSchema>, properties: Record<string, { description: string }> }} ConfigSchema
 *
 * @typedef {object} Sources
 * @property {Command[]} all
 * @property {Map<string, Setting[]>} sections
 * @property {Setting[]} sectionless
 * @property {ConfigSchema} schema
 * @property {readonly import('../../src/cli/command/exit-code.ts').ExitCodeMeaning[]} exitCodeMeanings
 * @property {(command: Command) => string} usageOf
 * @property {(schema: ValueSchema) => boolean} holdsSecret
 */

/** @returns {Promise<Sources>} */
function sources() {
  return loadSources(`
    import { commands } from './src/cli/commands.ts';
    import { settingsOf, sectionNames, configFile, sandboxUrl } from './src/config/setting.ts';
    import schema from './openapi/schemas/config.schema.json' with { type: 'json' };
    export { exitCodeMeanings } from './src/cli/command/exit-code.ts';
    export { usageOf } from './src/cli/command/program.ts';
    export { holdsSecret } from './src/config/value-schema.ts';
    export const all = await Promise.all([...commands.values()].map((load) => load()));
    export const sections = new Map(sectionNames.map((name) => [name, settingsOf(name)]));
    export const sectionless = [configFile, sandboxUrl];
    export { schema };`);
}

/** The page docs/reference/cli.md. */
export async function commandPage() {
  const { all, exitCodeMeanings, usageOf } = await sources();
  return [
    '# Commands',
    '`flagbearer help` and `flagbearer help COMMAND` print the same in a terminal.',
    table(
      ['command', 'what it does'],
      all.map(({ name, summary }) => [linkTo(`flagbearer ${name}`), prose(summary)]),
    ),
    exitCodeSection(exitCodeMeanings),
    ...all.map((command) => commandSection(command, usageOf)),
  ].join('\n\n');
}

function exitCodeSection(/** @type {Sources['exitCodeMeanings']} */ meanings) {
  const rows = meanings.map(({ code: number, meaning }) => [String(number), prose(meaning)]);
  return [
    '## Exit codes',
    'They mean the same in every command. What a command says of its own is in its section.',
    table(['exit code', 'means'], rows),
  ].join('\n\n');
}

/**
 * @param {Command} command
 * @param {Sources['usageOf']} usageOf
 */
function commandSection(command, usageOf) {
  const { name, summary, options, notes = [], examples } = command;
  return [
    `## flagbearer ${name}`,
    prose(summary),
    block('', usageOf(command)),
    ...(options.length === 0
      ? []
      : [table(['option', 'meaning', 'default'], options.map(optionRow))]),
    ...notes.map(prose),
    ...examples.map(({ line, does }) => `- ${code(line)}: ${prose(does)}`),
  ]
    .join('\n\n')
    .replaceAll(/(^- .*)\n\n(?=- )/gm, '$1\n');
}

function optionRow(/** @type {Option} */ { flag, short, schema }) {
  const term = [short && `-${short},`, `--${flag}`, schema['x-value']].filter(Boolean).join(' ');
  const forms = [schema, ...(schema.oneOf ?? [])];
  const often = forms.some(({ type }) => type === 'array') ? ' May be given several times.' : '';
  return [code(term), meaning(schema) + often, preset(schema.default)];
}

/** The page docs/reference/config.md. */
export async function configPage() {
  const { schema, sections } = await sources();
  return [
    '# Configuration file',
    configIntroduction,
    ...[...sections].flatMap(([name, settings]) => [
      `## ${name}`,
      prose(schema.properties[name]?.description ?? ''),
      table(
        ['key', 'meaning', 'value', 'default'],
        settings.map(({ key, schema: value }) => [
          code(key),
          meaning(value),
          valueOf(value),
          preset(value.default),
        ]),
      ),
      ...settings.flatMap(({ key, schema: value }) => mapSection(name, key, value)),
    ]),
  ].join('\n\n');
}

const configIntroduction = `\`flagbearer.config.yaml\`, in the folder in which a command is started, or where \`--config\` says. It has a
section for each command that has settings. An option wins over a variable, a variable over the file, the
file over the default; a value \`\${NAME}\` takes a variable of the environment, and has to be the whole value. Paths lead from the folder of
the file. \`flagbearer init\` writes one with every setting.

\`\`\`yaml
# yaml-language-server: $schema=https://unpkg.com/flagbearer/openapi/schemas/config.schema.json
sandbox:
  scenario: [kyc-in-review]
  seed: 7
conform:
  target: https://staging.example.test
  clientId: wallet-app
  clientSecret: \${STAGING_CLIENT_SECRET}
\`\`\`

Each key is an option with hyphens (\`allowHost\` is \`--allow-host\`) and a
[variable](environment.md), except for maps and lists of maps, which are for the file alone. \`--no-NAME\` turns off
a switch that the file turns on.`;

/**
 * @param {string} section
 * @param {string} key
 * @param {ValueSchema} schema
 */
function mapSection(section, key, schema) {
  const map = schema.items?.properties ? schema.items : schema;
  if (map.properties === undefined) return [];
  const rows = Object.entries(map.properties).map(([name, value]) => [
    (map.required ?? []).includes(name) ? `**${code(name)}**` : code(name),
    meaning(value),
    valueOf(value),
  ]);
  const [example] = schema.examples ?? [];
  return [
    `### ${section}.${key}`,
    table(['key', 'meaning', 'value'], rows),
    ...(example === undefined ? [] : [`For example \`${JSON.stringify(example)}\`.`]),
  ];
}

/** The page docs/reference/environment.md. */
export async function environmentPage() {
  const { all, sections, sectionless, holdsSecret } = await sources();
  /** @type {Map<string, { setting: Setting, section: string, readers: Map<string, string> }>} */
  const variables = new Map();
  const entry = (/** @type {Setting} */ setting, /** @type {string} */ section) => {
    const known = variables.get(setting.variable);
    if (known === undefined) {
      variables.set(setting.variable, { setting, section, readers: new Map() });
    }
  };
  for (const [section, settings] of new Map([...sections, ['', sectionless]])) {
    for (const setting of settings) if (setting.givenBy !== 'fileAlone') entry(setting, section);
  }
  for (const { name, options, operands } of all) {
    for (const option of options) {
      const variable = 'variable' in option ? String(option.variable) : '';
      variables.get(variable)?.readers.set(name, `--${option.flag}`);
    }
    if (operands?.setting)
      variables.get(operands.setting.variable)?.readers.set(name, operands.word);
  }
  const rows = [...variables.values()]
    .toSorted((one, other) => (one.setting.variable < other.setting.variable ? -1 : 1))
    .map(({ setting, section, readers }) => [
      code(setting.variable),
      readers.size === 0
        ? linkToCommand(section, setting.schema['x-value'] ?? '')
        : [...readers].map(([name, word]) => linkToCommand(name, word)).join(', '),
      holdsSecret(setting.schema) ? 'yes' : '',
    ]);
  return [
    '# Environment variables',
    environmentIntroduction,
    table(['variable', 'stands for', 'may hold a secret'], rows),
    otherVariables,
  ].join('\n\n');
}

/** @param {string} name of the command @param {string} word an option of it, or its operand */
function linkToCommand(name, word) {
  return `[${name} ${word}](cli.md#flagbearer-${name.replaceAll(' ', '-')})`;
}

const environmentIntroduction = `Every setting that is not a map has a variable: \`FLAGBEARER_\` and the name of the option in capitals. The
option wins over the variable, the variable over the [configuration file](config.md). Items of a list are
separated by commas; an empty variable counts as not set; a variable that does not fit ends the command with
exit code 2 and its name. Prefer variables for secrets: other users of a machine can see its command lines.`;

const otherVariables = `## Variables that are set for you

\`flagbearer exec -- COMMAND\` gives the command \`FLAGBEARER_URL\`, \`FLAGBEARER_CLIENT_ID\`,
\`FLAGBEARER_CLIENT_SECRET\`, \`FLAGBEARER_ACCESS_TOKEN\` and, where there is a control token,
\`FLAGBEARER_CONTROL_TOKEN\`: commands such as \`flagbearer client-report\` inside it find the sandbox
without an option.

## Others that are read

| variable | what it does |
|---|---|
| \`FLAGBEARER_DEBUG\` | \`1\` prints the trace of an unexpected error |
| \`NO_COLOR\` | no colours ([no-color.org](https://no-color.org)) |
| \`TERM\` | \`dumb\`: no colours, and no line is written over |
| \`CI\`, \`GITHUB_ACTIONS\` | no line is written over; in GitHub Actions annotations are printed |
| \`GITHUB_STEP_SUMMARY\` | the file that the summary of a step goes to |`;

function meaning(/** @type {ValueSchema} */ { description = '', enum: choices }) {
  return prose([description, choices && `One of ${choices.join(', ')}.`].filter(Boolean).join(' '));
}

/** @returns {string} */
function valueOf(/** @type {ValueSchema} */ { type = '', items, minimum, maximum, format, oneOf }) {
  if (oneOf !== undefined) return oneOf.map(valueOf).join(' or ');
  if (items !== undefined)
    return `list of ${items.properties === undefined ? valueOf(items) : 'maps'}`;
  if (type === 'object') return 'map';
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  return format ?? type;
}

function preset(/** @type {unknown} */ value) {
  const isNothing =
    value === undefined || value === false || (Array.isArray(value) && value.length === 0);
  return isNothing ? '' : code(value);
}
