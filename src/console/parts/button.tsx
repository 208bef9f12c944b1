import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { notifyFailure } from '../state/toasts.ts';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly icon?: IconName;
  /** The accessible name; required for a button with only an icon. */
  readonly label?: string;
  /** Default: `quiet` for a button with only an icon, else `plain`. */
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** Default: `small` for a button with only an icon, else `medium`. */
  readonly size?: 'medium' | 'small';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly onClick?: () => unknown;
}

/** A button. While its action runs, the button keeps the focus and ignores clicks. Errors are shown as a toast. */
export function Button(props: ButtonProps) {
  const { children, icon, label, type = 'button' } = props;
  const isIconOnly = children === undefined;
  const { variant = isIconOnly ? 'quiet' : 'plain', size = isIconOnly ? 'small' : 'medium' } =
    props;
  const [isBusy, setBusy] = useState(false);

  async function press() {
    if (isBusy) return;
    const result = props.onClick?.();
    if (!(result instanceof Promise)) return;
    setBusy(true);
    await result.catch(notifyFailure);
    setBusy(false);
  }

  return (
    <button
      type={type}
      class={`button ${variant} ${size} ${isIconOnly ? 'bare' : ''}`}
      aria-label={label}
      title={isIconOnly ? label : undefined}
      aria-pressed={props.pressed}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      disabled={props.disabled === true}
      onClick={() => void press()}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly selected: Value | undefined;
  readonly onSelect: (value: Value) => unknown;
  readonly isDisabled?: (value: Value) => boolean;
}

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, selected, onSelect, isDisabled = () => false } = props;
  return (
    <div class="line" role="group" aria-label={label}>
      {options.map(({ value, text }) => (
        <Button
          key={value}
          size="small"
          pressed={value === selected}
          disabled={isDisabled(value)}
          onClick={() => onSelect(value)}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}

interface CopyButtonProps {
  readonly text: string;
  /** Completes the label: `the base URL`. */
  readonly what: string;
  /** Shown next to the icon. */
  readonly children?: string;
}

/** Time for which the confirmation is shown, in milliseconds. */
const CONFIRMATION_TIME = 1500;

export function CopyButton({ text, what, children }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), CONFIRMATION_TIME);
  }

  const label = isCopied ? `Copied ${what}` : `Copy ${what}`;
  return (
    <>
      <Button
        icon={isCopied ? 'check' : 'copy'}
        variant="quiet"
        size="small"
        label={label}
        onClick={copy}
      >
        {children !== undefined && isCopied ? 'Copied' : children}
      </Button>
      <span class="visually-hidden" role="status">
        {isCopied && label}
      </span>
    </>
  );
}

export function CopyableCode({ text, what }: { text: string; what: string }) {
  return (
    <span class="identity">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}

/** Copies the URL of a view, for other people with access to the sandbox. */
export function CopyLink({ to, what }: { to: string; what: string }) {
  return (
    <CopyButton text={new URL(to, location.href).href} what={`link to ${what}`}>
      Copy link
    </CopyButton>
  );
}

/** Copies a text. Without loopback or https, the clipboard API is missing; then a selected field is copied. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  const hasCopied = document.execCommand('copy');
  field.remove();
  if (!hasCopied) throw new Error('The browser does not allow copying. Select the text instead.');
}

interface FileButtonProps {
  /** Extensions and media types, as in the attribute `accept`. */
  readonly accept: string;
  /** The accessible name: `A scenario file`. */
  readonly label: string;
  readonly onOpen: (name: string, text: string) => void;
}

export function FileButton({ accept, label, onOpen }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon="upload" onClick={() => input.current?.click()}>
        Open a file
      </Button>
      <input
        ref={input}
        type="file"
        class="visually-hidden"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          file?.text().then((text) => onOpen(file.name, text), notifyFailure);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
