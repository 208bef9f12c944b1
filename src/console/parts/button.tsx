import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { notifyFailure } from '../state/toasts.ts';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly icon?: IconName | undefined;
  /** The accessible name, for a button with only an icon. */
  readonly label?: string | undefined;
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined;
  readonly size?: 'usual' | 'small' | undefined;
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean | undefined;
  readonly pressed?: boolean | undefined;
  readonly onClick?: (() => unknown) | undefined;
}

/**
 * A button. While its action is under way it cannot be pressed again and keeps the focus; errors are shown
 * as a toast.
 */
export function Button(props: ButtonProps) {
  const { children, icon, label, look = 'plain', size = 'usual', type = 'button' } = props;
  const [busy, setBusy] = useState(false);

  async function press() {
    if (busy) return;
    const started = props.onClick?.();
    if (!(started instanceof Promise)) return;
    setBusy(true);
    await started.catch(notifyFailure);
    setBusy(false);
  }

  return (
    <button
      type={type}
      class={`button ${look} ${size} ${children === undefined ? 'bare' : ''}`}
      aria-label={label}
      title={children === undefined ? label : undefined}
      aria-pressed={props.pressed}
      aria-busy={busy}
      aria-disabled={busy}
      disabled={props.disabled === true}
      onClick={props.onClick === undefined ? undefined : () => void press()}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
