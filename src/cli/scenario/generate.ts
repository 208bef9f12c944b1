import scenarioSchema from '../../../openapi/schemas/scenario.schema.json' with { type: 'json' };
import type { Progress } from '../../documents/progress.ts';
import { formatFindingText } from '../../documents/finding.ts';
import type { GenerationOptions } from '../../scenarios/generate/generate-scenario.ts';
import { exitCode, UsageError, type Command, type Option } from '../command/command.ts';
import { pluralize } from '../../pluralize.ts';
import { readChosenDialect, dialectOptions } from '../command/dialect-option.ts';
import { isOn, getNumber, createSwitch, getText } from '../command/option-value.ts';
import { documentOptions, readDocumentFormat, writeOutput } from '../command/output-file.ts';
import { createTerminalProgress } from '../text/progress-line.ts';

const { GenerationSeed, MixedUsers, PairedUsers } = scenarioSchema.$defs;

const users: Option = {
  flag: 'users',
  schema: {
    ...MixedUsers.properties.users,
    description: `${MixedUsers.properties.users.description} With --pairwise: minimum number.`,
    'x-value': 'NUMBER',
  },
};

/** A user has about 200 YAML tokens, and `yaml-compose.ts` limits the number of tokens in a file. */
const MAX_USERS_IN_YAML = 4000;

const seed: Option = {
  flag: 'seed',
  schema: { ...GenerationSeed, 'x-value': 'NUMBER' },
};

const pairwise = createSwitch('pairwise', PairedUsers.description);

const name: Option = {
  flag: 'name',
  schema: {
    ...scenarioSchema.properties.name,
    patternErrorMessage:
      'expected lower-case letters, digits and hyphens, not starting with a hyphen',
    default: 'generated',
    'x-value': 'NAME',
  },
};

export const generateScenario: Command = {
  name: 'scenario generate',
  summary: 'Generate users: a number of users in a realistic mix, or every pair of states.',
  options: [users, seed, pairwise, name, ...documentOptions, ...dialectOptions],
  notes: [
    'With --pairwise, each impossible pair is printed to stderr with the clause of the interface that excludes it.',
  ],
  examples: [
    {
      line: 'flagbearer scenario generate --users 500 --seed 7 -o many.yaml',
      description: 'Generate 500 users, the same on every machine.',
    },
    {
      line: 'flagbearer scenario generate --pairwise -o pairs.yaml',
      description:
        'Generate a small set of users that covers every possible pair of states, such as each flag with each KYC status.',
    },
  ],
  async run({ flags, cwd, interpolated }) {
    const input = {
      users: getNumber(users, flags),
      // The option has a default, so the fallback only satisfies the type.
      seed: getNumber(seed, flags) ?? GenerationSeed.default,
      pairwise: isOn(pairwise, flags),
      name: getText(name, flags) ?? '',
    };
    if (input.users === undefined && !input.pairwise) {
      throw new UsageError('missing option: set --users NUMBER or --pairwise.');
    }
    const form = readDocumentFormat(flags);
    if (form === 'yaml' && (input.users ?? 0) > MAX_USERS_IN_YAML) {
      throw new UsageError(
        `--users: expected at most ${MAX_USERS_IN_YAML} users for --format yaml, got ${input.users}. Use --format json.`,
      );
    }
    const dialect = await readChosenDialect({ flags, cwd, interpolated });

    const progress = createTerminalProgress();
    const { text, omissions, userCount } = await generateText(
      { ...input, dialect },
      form,
      progress,
    ).finally(() => progress.end());
    await writeOutput(text, { flags, cwd }, 'all');
    for (const finding of omissions) process.stderr.write(`${formatFindingText(finding)}\n`);
    if (input.pairwise) {
      process.stderr.write(
        `${pluralize(userCount, 'user')} generated, ${pluralize(omissions.length, 'impossible pair')} omitted\n`,
      );
    }
    return exitCode.success;
  },
};

async function generateText(options: GenerationOptions, form: 'yaml' | 'json', progress: Progress) {
  const { generateScenario: generate } =
    await import('../../scenarios/generate/generate-scenario.ts');
  const { document, omissions } = await generate({
    ...options,
    onProgress: (done, total) => progress.update('users generated', done, total),
  });
  progress.update('writing users');
  const { formatScenario } = await import('./format-scenario.ts');
  const text = await formatScenario(document, form);
  return { text, omissions, userCount: document.users?.length ?? 0 };
}
