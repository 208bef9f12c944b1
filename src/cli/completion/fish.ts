import {
  type Writer,
  families,
  optionsOf,
  takesValue,
  choicesOf,
  takesFile,
  operandWords,
  secondWords,
  familySummary,
  firstSentence,
} from './completed-words.ts';

export const fish: Writer = (commands) => {
  const groups = [...families(commands)];
  const lines = groups.flatMap(([first, own]) => {
    const members = secondWords(own, first);
    const text = quoted(familySummary(own, first));
    const top = `complete -c flagbearer -n __fish_use_subcommand -f -a ${first} -d ${text}`;
    const inner = own
      .filter(({ name }) => name !== first)
      .map(({ name, summary }) => {
        const member = name.slice(first.length + 1);
        return `complete -c flagbearer -n '__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${members.join(' ')}' -f -a ${member} -d ${quoted(firstSentence(summary))}`;
      });
    return [top, ...inner];
  });
  const options = commands.flatMap((command) => {
    const seen = command.name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    const words = operandWords(command);
    const operands = Array.isArray(words)
      ? [`complete -c flagbearer -n '${seen}' -f -a '${words.join(' ')}'`]
      : [];
    return [
      ...operands,
      ...optionsOf(command).map((option) => {
        const { flag, short, schema } = option;
        const choices = choicesOf(option).join(' ');
        const value = !takesValue(option)
          ? []
          : takesFile(option)
            ? ['-r', '-F']
            : choices === ''
              ? ['-x']
              : ['-x', '-a', `'${choices}'`];
        const forms = [...(short === undefined ? [] : ['-s', short]), '-l', flag];
        return `complete -c flagbearer -n '${seen}' ${[...forms, ...value].join(' ')} -d ${quoted(firstSentence(schema.description))}`;
      }),
    ];
  });
  return `# Completion of flagbearer for fish:
# flagbearer completion fish > ~/.config/fish/completions/flagbearer.fish
${[...lines, ...options].join('\n')}
`;
};

/** In single quotes two characters mean something to fish. */
function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
