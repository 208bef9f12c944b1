import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { notifyFailure } from '../state/toasts.ts';
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
          <Button icon="close" size="usual" label="Close" onClick={onClose} />
        )}
      </header>
      <div class="stack dialog-body">{children}</div>
    </dialog>
  );
}

/** The trimmed texts of the fields of a form by their names, without empty ones. */
export type FormTexts = Readonly<Record<string, string>>;

interface FormProps {
  readonly layout?: 'row' | 'column';
  readonly onSubmit: (texts: FormTexts) => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** A form; an error of its action is shown as a toast. */
export function Form({ layout = 'column', onSubmit, children }: FormProps) {
  return (
    <form
      class={layout === 'row' ? 'form-row' : 'stack'}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(readTexts(event.currentTarget)).catch(notifyFailure);
      }}
    >
      {children}
    </form>
  );
}

function readTexts(form: HTMLFormElement): FormTexts {
  const texts = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(texts);
}

interface FormDialogProps extends Omit<FormProps, 'layout'> {
  readonly title: string;
  /** The label of the button that submits. */
  readonly submit: string;
  readonly onClose: () => void;
}

/** A form in a dialog, which closes when the action has succeeded. */
export function FormDialog({ title, submit, onSubmit, onClose, children }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={(texts) => onSubmit(texts).then(onClose)}>
        {children}
        <div class="line">
          <Button variant="primary" type="submit">
            {submit}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}
