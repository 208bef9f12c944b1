/** Completion scripts, made from the commands themselves. */
import type { Command, Option } from '../command.ts';

type Writer = (commands: readonly Command[]) => string;

const HELP: Option = {
  flag: 'help',
  short: 'h',
  schema: { type: 'boolean', description: 'Print the page of the command.' },
};

/** `scenario` for `scenario check`; one word for the others. */
function families(commands: readonly Command[]): ReadonlyMap<string, readonly Command[]> {
  const byFirst = new Map<string, Command[]>();
  for (const command of commands) {
    const [first = ''] = command.name.split(' ');
    byFirst.set(first, [...(byFirst.get(first) ?? []), command]);
  }
  return byFirst;
}

function optionsOf({ options }: Command): readonly Option[] {
  return [...options, HELP];
}

function takesValue({ schema }: Option): boolean {
  return schema.type !== 'boolean';
}

function choicesOf({ schema: { enum: choices, items } }: Option): readonly string[] {
  return choices ?? items?.enum ?? [];
}

/** Whether the value is a file or a folder, as its placeholder says. */
function takesFile({ schema }: Option): boolean {
  return /FILE|DIR/.test(schema['x-value'] ?? '');
}

/** What commands take behind them: words of its own for `help` and `completion`, else files. */
function operandWords(
  command: Command,
  commands: readonly Command[],
): readonly string[] | 'files' | 'none' {
  if (command.name === 'help') return [...families(commands).keys()];
  if (command.name === 'completion') return ['bash', 'zsh', 'fish'];
  return command.operands === undefined ? 'none' : 'files';
}

function secondWords(members: readonly Command[], first: string): readonly string[] {
  return members.map(({ name }) => name.slice(first.length + 1)).filter((word) => word !== '');
}

/** Bash 3.2 and later, as macOS has it. */
const bash: Writer = (commands) => {
  const groups = [...families(commands)];
  const cases = commands.map((command) => {
    const flags = optionsOf(command).map(({ flag }) => `--${flag}`);
    const words = operandWords(command, commands);
    return `    '${command.name}')
      flags='${flags.join(' ')}'
      words='${Array.isArray(words) ? words.join(' ') : ''}'
      files=${words === 'files' ? 1 : 0} ;;`;
  });
  const values = commands.flatMap((command) =>
    optionsOf(command)
      .filter(takesValue)
      .map((option) => {
        const choices = choicesOf(option).join(' ');
        const kind = takesFile(option) ? 'file' : choices === '' ? 'none' : 'words';
        return `    '${command.name} --${option.flag}') kind=${kind} choices='${choices}' ;;`;
      }),
  );
  const members = groups
    .filter(([first, own]) => secondWords(own, first).length > 0)
    .map(([first, own]) => `    ${first}) members='${secondWords(own, first).join(' ')}' ;;`);
  return `# Completion of flagbearer for bash: source <(flagbearer completion bash)
_flagbearer() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  local command=\${COMP_WORDS[1]} members='' flags='' words='' files=0 kind='' choices=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=( $(compgen -W '${groups.map(([first]) => first).join(' ')} --help --version' -- "$word") )
    return
  fi
  case $command in
${members.join('\n')}
  esac
  if [ -n "$members" ]; then
    if [ "$COMP_CWORD" -eq 2 ]; then
      COMPREPLY=( $(compgen -W "$members --help" -- "$word") )
      return
    fi
    command="$command \${COMP_WORDS[2]}"
  fi
  case "$command $before" in
${values.join('\n')}
  esac
  case $kind in
    file) COMPREPLY=( $(compgen -f -- "$word") ); return ;;
    words) COMPREPLY=( $(compgen -W "$choices" -- "$word") ); return ;;
    none) return ;;
  esac
  case $command in
${cases.join('\n')}
  esac
  case $word in
    -*) COMPREPLY=( $(compgen -W "$flags" -- "$word") ) ;;
    *)
      COMPREPLY=( $(compgen -W "$words" -- "$word") )
      if [ "$files" -eq 1 ]; then COMPREPLY+=( $(compgen -f -- "$word") ); fi ;;
  esac
}
complete -o filenames -F _flagbearer flagbearer
`;
};

/** One line, without what means something to the shell or to its completion. */
function plain(text: string | undefined): string {
  const [sentence = ''] = (text ?? '').split(/(?<=\.) /);
  return sentence.replaceAll(/['"\\\[\]:$\`]/g, '').replace(/\.$/, '');
}

const zsh: Writer = (commands) => {
  const groups = [...families(commands)];
  const summaryOf = (first: string, own: readonly Command[]): string =>
    secondWords(own, first).length > 0
      ? `${secondWords(own, first).join(', ')}`
      : (own[0]?.summary ?? '');
  const functions = commands.map((command) => {
    const specs = optionsOf(command).map((option) => {
      const { flag, short, schema } = option;
      const text = `[${plain(schema.description)}]`;
      const choices = choicesOf(option).join(' ');
      const action = takesFile(option) ? '_files' : choices === '' ? '' : `(${choices})`;
      const value = takesValue(option) ? `:${schema['x-value'] ?? 'VALUE'}:${action}` : '';
      const forms = [`--${flag}`, ...(short === undefined ? [] : [`-${short}`])];
      const repeats = schema.type === 'array' ? '*' : '';
      return forms.map((form) => `    '${repeats}${form}${text}${value}'`).join(' \\\n');
    });
    const words = operandWords(command, commands);
    const operands = Array.isArray(words)
      ? ` \\\n    '*:word:(${words.join(' ')})'`
      : words === 'files'
        ? ` \\\n    '*:${command.operands?.word ?? 'file'}:_files'`
        : '';
    return `_flagbearer_${command.name.replaceAll(/[ -]/g, '_')}() {\n  _arguments -S \\\n${specs.join(' \\\n')}${operands}\n}`;
  });
  const described = (items: readonly (readonly [string, string])[]): string =>
    items.map(([name, text]) => `'${name}:${plain(text)}'`).join(' ');
  const dispatch = groups.map(([first, own]) => {
    const members = secondWords(own, first);
    if (members.length === 0) return `    ${first}) _flagbearer_${first.replaceAll('-', '_')} ;;`;
    const items = own.map(({ name, summary }) => [name.slice(first.length + 1), summary] as const);
    return `    ${first})
      if (( CURRENT == 2 )); then
        local -a members=(${described(items)})
        _describe command members
      else
        local member=$words[2]
        shift words; (( CURRENT-- ))
        (( $+functions[_flagbearer_${first}_$member] )) && _flagbearer_${first}_$member
      fi ;;`;
  });
  return `#compdef flagbearer
# Completion of flagbearer for zsh: flagbearer completion zsh > "\${fpath[1]}/_flagbearer"
${functions.join('\n')}
_flagbearer() {
  if (( CURRENT == 2 )); then
    local -a commands=(${described(groups.map(([first, own]) => [first, summaryOf(first, own)] as const))})
    _describe command commands
    return
  fi
  shift words; (( CURRENT-- ))
  case $words[1] in
${dispatch.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_flagbearer" ]; then _flagbearer "$@"; else compdef _flagbearer flagbearer; fi
`;
};

const fish: Writer = (commands) => {
  const groups = [...families(commands)];
  const lines = groups.flatMap(([first, own]) => {
    const members = secondWords(own, first);
    const text = members.length > 0 ? members.join(', ') : plain(own[0]?.summary);
    const top = `complete -c flagbearer -n __fish_use_subcommand -f -a ${first} -d '${text}'`;
    const inner = own
      .filter(({ name }) => name !== first)
      .map(({ name, summary }) => {
        const member = name.slice(first.length + 1);
        return `complete -c flagbearer -n '__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${members.join(' ')}' -f -a ${member} -d '${plain(summary)}'`;
      });
    return [top, ...inner];
  });
  const options = commands.flatMap((command) => {
    const seen = command.name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    const words = operandWords(command, commands);
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
        return `complete -c flagbearer -n '${seen}' ${[...forms, ...value].join(' ')} -d '${plain(schema.description)}'`;
      }),
    ];
  });
  return `# Completion of flagbearer for fish:
# flagbearer completion fish > ~/.config/fish/completions/flagbearer.fish
${[...lines, ...options].join('\n')}
`;
};

export const writers = { bash, zsh, fish } as const;
