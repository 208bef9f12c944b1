import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

import { Button } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Omitted if the dialog cannot be cancelled. */
  readonly onClose?: (() => void) | undefined;
}

/** A dialog that traps the focus until it is closed, and then restores it. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

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
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <header class="line spread dialog-head">
        <h2 id={heading}>{title}</h2>
        {onClose !== undefined && (
          <Button icon="close" look="quiet" label="Close" onClick={onClose} />
        )}
      </header>
      <div class="stack dialog-body">{children}</div>
    </dialog>
  );
}
