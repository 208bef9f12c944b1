/** What there is to complete, as the commands themselves say. */
import type { Command, Option } from '../command/command.ts';

export type Writer = (commands: readonly Command[]) => string;

const HELP: Option = {
  flag: 'help',
  short: 'h',
  schema: { type: 'boolean', description: 'Print the page of the command.' },
};

/** `scenario` for `scenario check`; one word for the others. */
export function families(commands: readonly Command[]): ReadonlyMap<string, readonly Command[]> {
  const byFirst = new Map<string, Command[]>();
  for (const command of commands) {
    const [first = ''] = command.name.split(' ');
    byFirst.set(first, [...(byFirst.get(first) ?? []), command]);
  }
  return byFirst;
}

export function optionsOf({ options }: Command): readonly Option[] {
  return [...options, HELP];
}

export function takesValue({ schema }: Option): boolean {
  return schema.type !== 'boolean';
}

export function choicesOf({ schema: { enum: choices, items } }: Option): readonly string[] {
  return choices ?? items?.enum ?? [];
}

/** Whether the value is a file or a folder, as its placeholder says. */
export function takesFile({ schema }: Option): boolean {
  return /FILE|DIR/.test(schema['x-value'] ?? '');
}

/** What commands take behind them: words of their own, else files. */
export function operandWords({ operands }: Command): readonly string[] | 'files' | 'none' {
  return operands === undefined ? 'none' : (operands.choices ?? 'files');
}

export function secondWords(members: readonly Command[], first: string): readonly string[] {
  return members.map(({ name }) => name.slice(first.length + 1)).filter((word) => word !== '');
}

/** What a family is for: as its own command says, else the commands that are in it. */
export function familySummary(members: readonly Command[], first: string): string {
  const own = members.find(({ name }) => name === first);
  return own === undefined ? secondWords(members, first).join(', ') : firstSentence(own.summary);
}

/** The first sentence of a description, without its full stop. */
export function firstSentence(text: string | undefined): string {
  const [sentence = ''] = (text ?? '').split(/(?<=\.) /);
  return sentence.replace(/\.$/, '');
}
