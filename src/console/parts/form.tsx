import type { ComponentChildren, InputHTMLAttributes, TargetedInputEvent } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { setFilters, type Filters } from '../state/route.ts';
import { notifyFailure } from '../state/toasts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

type InputAttributes = Pick<
  InputHTMLAttributes,
  'name' | 'value' | 'defaultValue' | 'placeholder' | 'pattern' | 'required'
>;

interface TextFieldProps extends InputAttributes {
  readonly label: string;
  readonly onInput?: (value: string) => void;
  readonly hint?: string;
  readonly type?: 'text' | 'secret' | 'number' | 'search';
  readonly mono?: boolean;
  /** Values to choose from; other values can be typed. */
  readonly suggestions?: readonly string[];
}

/** The keyboard of a touch screen, by type of the field. */
const INPUT_MODES = { text: 'text', secret: 'text', number: 'numeric', search: 'search' } as const;

/** A text input. Set `name` in a form; otherwise set `value` and `onInput`. */
export function TextField(props: TextFieldProps) {
  const { label, onInput, hint, type = 'text', mono, suggestions, ...inputAttributes } = props;
  const id = useId();
  const attributes = {
    id,
    class: mono ? 'mono' : undefined,
    inputMode: INPUT_MODES[type],
    pattern: type === 'number' ? String.raw`\d+` : undefined,
    autocomplete: 'off',
    spellcheck: false,
    'aria-describedby': hint && `${id}-hint`,
    onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement>) =>
      onInput?.(currentTarget.value),
    ...inputAttributes,
  } as const;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {type === 'secret' ? (
        <input type="password" {...attributes} />
      ) : (
        <input type="text" list={suggestions && `${id}-list`} {...attributes} />
      )}
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface SearchFieldProps {
  /** The accessible name. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export function SearchField({ label, onInput, ...attributes }: SearchFieldProps) {
  return (
    <label class="search">
      <Icon name="search" />
      <span class="visually-hidden">{label}</span>
      <input
        type="search"
        maxLength={200}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        {...attributes}
      />
    </label>
  );
}

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly name?: string;
  /** Default: the first option. */
  readonly value?: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange?: (value: Value) => void;
  /** `hidden`: the label is only for assistive technology. */
  readonly labelVisibility?: 'visible' | 'hidden';
}

/** A list to choose from. Set `name` in a form; otherwise set `value` and `onChange`. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, name, value, options, onChange, labelVisibility = 'visible' } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={labelVisibility === 'hidden' ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        onChange={({ currentTarget }) => {
          const option = options[currentTarget.selectedIndex];
          if (option !== undefined) onChange?.(option.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Returns options for a `Choice`; the text of each option is its value. */
export function toOptions<Value extends string>(values: readonly Value[]) {
  return values.map((value) => ({ value, text: value }));
}

/** Returns the member names of a record literal, with their literal type. */
export function listNames<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(record) as Name[];
}

/** A form whose fields change the filters in the URL. The name of a field is the name of its filter. */
export function FilterBar({ children }: { children: ComponentChildren }) {
  return (
    <form
      class="form-row"
      onSubmit={(event) => event.preventDefault()}
      onInput={({ currentTarget }) =>
        setFilters(Object.fromEntries(new FormData(currentTarget)) as Filters)
      }
    >
      {children}
    </form>
  );
}

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Omitted if the dialog cannot be cancelled. */
  readonly onClose?: (() => void) | undefined;
}

/** A modal dialog. When it closes, the focus returns to the previous element. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={headingId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // Chrome closes a dialog on a second Escape, although `cancel` was prevented.
      onClose={() => onClose === undefined && dialog.current?.showModal()}
    >
      <header class="line spread dialog-head">
        <h2 id={headingId}>{title}</h2>
        {onClose !== undefined && (
          <Button icon="close" size="medium" label="Close" onClick={onClose} />
        )}
      </header>
      <div class="stack dialog-body">{children}</div>
    </dialog>
  );
}

/** The trimmed texts of the fields, by name. Empty texts are omitted. */
export type FormTexts = Readonly<Record<string, string>>;

interface FormProps {
  readonly layout?: 'row' | 'column';
  readonly onSubmit: (texts: FormTexts) => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** A form. It cannot be submitted again while its action runs. Errors are shown as a toast. */
export function Form({ layout = 'column', onSubmit, children }: FormProps) {
  const isBusy = useRef(false);

  async function submit(form: HTMLFormElement) {
    if (isBusy.current) return;
    isBusy.current = true;
    await onSubmit(readTexts(form)).catch(notifyFailure);
    isBusy.current = false;
  }

  return (
    <form
      class={layout === 'row' ? 'form-row' : 'stack'}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}

function readTexts(form: HTMLFormElement): FormTexts {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value.trim() !== '') texts[name] = value.trim();
  }
  return texts;
}

interface FormDialogProps extends Omit<FormProps, 'layout'> {
  readonly title: string;
  readonly submitLabel: string;
  readonly variant?: 'primary' | 'danger';
  readonly onClose: () => void;
}

/** A form in a dialog. The dialog closes when the action has succeeded. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, variant = 'primary', onSubmit, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={(texts) => onSubmit(texts).then(onClose)}>
        {children}
        <div class="line">
          <Button variant={variant} type="submit">
            {submitLabel}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}
