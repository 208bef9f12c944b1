import { suggestOr } from '../../did-you-mean.ts';
import { formatFinding } from '../../documents/finding.ts';
import { deriveExpectations } from '../../domain/expectations.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { createScenarioError } from '../../scenarios/scenario-error.ts';
import type { Base } from '../../store/base.ts';
import type { SeededUser } from '../../domain/records.ts';
import { exitCode, UsageError, type Command, type Invocation } from '../command/command.ts';
import { dialectOptions, createScenarioLoader } from '../command/dialect-option.ts';
import {
  createChoiceOption,
  getChoice,
  getText,
  createTextOption,
} from '../command/option-value.ts';
import { formatPage, type ShownUser } from './scenario-page.ts';
import { formatJson } from '../text/json-text.ts';
import { SECTION_NOTE } from '../text/help-text.ts';

const userKey = createTextOption('user', 'KEY', 'Show one user only.');
const clientId = createTextOption(
  'client-id',
  'ID',
  'Show what this client application must do next for each user: link the account if it is not linked yet, else follow the flags and statuses.',
);

const format = createChoiceOption('format', 'Output format.', ['text', 'json']);

export const showScenario: Command = {
  name: 'scenario show',
  summary: 'Show the users of a scenario, and what a client must show for each.',
  operands: { placeholder: 'NAME|FILE', min: 1, max: 1 },
  options: [userKey, clientId, format, ...dialectOptions],
  notes: [
    'A wallet such as "wallet 0" is a test wallet with this index, whose private key is public. Three columns show the behaviour of a client: MESSAGES is the key of the message that the client must have for the flag. REFUSED lists the writes to the account that are refused. NEXT is what the client must do, and the clause that requires it.',
    SECTION_NOTE,
  ],
  examples: [
    {
      line: 'flagbearer scenario show kyc-in-review',
      description: 'Show a scenario of the library.',
    },
    {
      line: 'flagbearer scenario show ./checkout.yaml --user rita',
      description: 'Show one user of a scenario file.',
    },
  ],
  async run({ operands: [name = ''], flags, cwd, interpolated }) {
    const form = getChoice(format, flags);
    const { base, dialect } = await loadBase(name, { flags, cwd, interpolated });
    const ctx = { dialect, clientId: findClient(base, getText(clientId, flags)) };
    const users = selectUsers(base, getText(userKey, flags)).map((user) => ({
      ...user,
      expectations: deriveExpectations(user, ctx),
    }));
    process.stdout.write((form === 'json' ? toScenarioJson : formatPage)(base, users, dialect));
    return exitCode.success;
  },
};

async function loadBase(
  name: string,
  input: Pick<Invocation, 'flags' | 'cwd' | 'interpolated'>,
): Promise<{ readonly base: Base; readonly dialect: Dialect }> {
  const load = await createScenarioLoader(input);
  const { toScenarioSource } = await import('../../scenarios/load.ts');
  const loaded = await load(toScenarioSource(name));
  if ('base' in loaded) {
    for (const warning of loaded.warnings) process.stderr.write(`${formatFinding(warning)}\n`);
    return loaded;
  }
  throw createScenarioError(loaded.findings);
}

function selectUsers(base: Base, key: string | undefined): readonly SeededUser[] {
  if (key === undefined) return [...base.users.values()];
  const found = base.users.get(base.userIdByKey.get(key) ?? '');
  if (found !== undefined) return [found];
  const hint = suggestOr('Omit --user to list all users.', key, base.userIdByKey.keys());
  throw new UsageError(`--user: the scenario ${base.name} has no user "${key}". ${hint}`);
}

function findClient({ name, clients }: Base, id: string | undefined): string | undefined {
  if (id === undefined || clients.has(id)) return id;
  const hint = suggestOr(`Known clients: ${[...clients.keys()].join(', ')}.`, id, clients.keys());
  throw new UsageError(`--client-id: the scenario ${name} has no client "${id}". ${hint}`);
}

function toScenarioJson(base: Base, users: readonly ShownUser[]): string {
  const { name, description, clock, clients } = base;
  return formatJson({ name, description, clock, clients: [...clients.keys()], users });
}
