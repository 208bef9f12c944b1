import {
  type Writer,
  families,
  optionsOf,
  takesValue,
  choicesOf,
  takesFile,
  operandWords,
  secondWords,
} from './completed-words.ts';

/** Bash 3.2 and later, as macOS has it. */
export const bash: Writer = (commands) => {
  const groups = [...families(commands)];
  const cases = commands.map((command) => {
    const flags = optionsOf(command).map(({ flag }) => `--${flag}`);
    const words = operandWords(command);
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
  local command=\${COMP_WORDS[1]} members='' flags='--help' words='' files=0 kind='' choices=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=( $(compgen -W '${groups.map(([first]) => first).join(' ')} --help --version' -- "$word") )
    return
  fi
  case $command in
${members.join('\n')}
  esac
  if [ -n "$members" ]; then
    if [ "$COMP_CWORD" -eq 2 ] && [ "\${word#-}" = "$word" ]; then
      COMPREPLY=( $(compgen -W "$members --help" -- "$word") )
      return
    fi
    case " $members " in
      *" \${COMP_WORDS[2]} "*) command="$command \${COMP_WORDS[2]}" ;;
    esac
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
