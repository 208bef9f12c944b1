import { listIn } from '../../config/value-schema.ts';
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

export const zsh: Writer = (commands) => {
  const groups = [...families(commands)];
  const functions = commands.map((command) => {
    const specs = optionsOf(command).map((option) => {
      const { flag, short, schema } = option;
      const text = `[${inBrackets(firstSentence(schema.description))}]`;
      const choices = choicesOf(option).join(' ');
      const action = takesFile(option) ? '_files' : choices === '' ? '' : `(${choices})`;
      const value = takesValue(option) ? `:${schema['x-value'] ?? 'VALUE'}:${action}` : '';
      const forms = [`--${flag}`, ...(short === undefined ? [] : [`-${short}`])];
      const repeats = listIn(schema) ? '*' : '';
      return forms.map((form) => `    ${quoted(`${repeats}${form}${text}${value}`)}`).join(' \\\n');
    });
    const words = operandWords(command);
    const operands = Array.isArray(words)
      ? ` \\\n    '*:word:(${words.join(' ')})'`
      : words === 'files'
        ? ` \\\n    '*:${command.operands?.word ?? 'file'}:_files'`
        : '';
    return `_flagbearer_${command.name.replaceAll(/[ -]/g, '_')}() {\n  _arguments -S \\\n${specs.join(' \\\n')}${operands}\n}`;
  });
  const described = (items: readonly (readonly [string, string])[]): string =>
    items.map(([name, text]) => quoted(`${name}:${firstSentence(text)}`)).join(' ');
  const dispatch = groups.map(([first, own]) => {
    const members = secondWords(own, first);
    if (members.length === 0) return `    ${first}) _flagbearer_${first.replaceAll('-', '_')} ;;`;
    const items = own
      .filter(({ name }) => name !== first)
      .map(({ name, summary }) => [name.slice(first.length + 1), summary] as const);
    // Some are a command themselves, too.
    return `    ${first})
      if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        local -a members=(${described(items)})
        _describe command members
      elif (( $+functions[_flagbearer_${first}_$words[2]] )); then
        local member=$words[2]
        shift words; (( CURRENT-- ))
        _flagbearer_${first}_$member
      else
        (( $+functions[_flagbearer_${first}] )) && _flagbearer_${first}
      fi ;;`;
  });
  return `#compdef flagbearer
# Completion of flagbearer for zsh: flagbearer completion zsh > "\${fpath[1]}/_flagbearer"
${functions.join('\n')}
_flagbearer() {
  if (( CURRENT == 2 )); then
    local -a commands=(${described(groups.map(([first, own]) => [first, familySummary(own, first)] as const))})
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

/** In brackets a closing one ends the text. */
function inBrackets(text: string): string {
  return text.replaceAll(/[\\[\]]/g, '\\$&');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
