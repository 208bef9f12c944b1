import type { ComponentChildren, TargetedInputEvent } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: ComponentChildren;
  readonly placeholder?: string | undefined;
  readonly type?: 'text' | 'secret' | 'number' | 'search';
  readonly pattern?: string | undefined;
  readonly required?: boolean | undefined;
  readonly mono?: boolean | undefined;
  /** Values to choose from; others can be typed. */
  readonly suggestions?: readonly string[] | undefined;
}

/** The keyboard of a touch screen. */
const INPUT_MODES = { text: 'text', secret: 'text', number: 'numeric', search: 'search' } as const;

export function TextField(props: FieldProps) {
  const { label, value, onInput, hint, suggestions, type = 'text' } = props;
  const id = useId();
  const attributes = {
    id,
    value,
    class: props.mono === true ? 'mono' : undefined,
    placeholder: props.placeholder,
    pattern: type === 'number' ? String.raw`\d+` : props.pattern,
    required: props.required,
    inputMode: INPUT_MODES[type],
    autocomplete: 'off',
    spellcheck: false,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
    onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement>) =>
      onInput(currentTarget.value),
  } as const;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {type === 'secret' ? (
        <input type="password" {...attributes} />
      ) : (
        <input type="text" list={suggestions && `${id}-list`} {...attributes} />
      )}
      {suggestions !== undefined && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value) => void;
  /** `hidden`: the label is only for assistive technology. */
  readonly labelled?: 'visible' | 'hidden';
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, onChange, labelled = 'visible' } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={labelled === 'hidden' ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex];
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Returns the options of a choice whose texts are the values. */
export function toOptions<Value extends string>(values: readonly Value[]) {
  return values.map((value) => ({ value, text: value }));
}
