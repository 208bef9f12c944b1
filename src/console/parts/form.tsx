import type { ComponentChildren } from 'preact';

import { notifyFailure } from '../state/toasts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface FormProps {
  readonly layout?: 'row' | 'column';
  readonly onSubmit: () => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** A form; an error of its action is shown as a toast. */
export function Form({ layout = 'column', onSubmit, children }: FormProps) {
  return (
    <form
      class={layout === 'row' ? 'form-row' : 'stack'}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit().catch(notifyFailure);
      }}
    >
      {children}
    </form>
  );
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
      <Form onSubmit={() => onSubmit().then(onClose)}>
        {children}
        <div class="line">
          <Button look="primary" type="submit">
            {submit}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}
