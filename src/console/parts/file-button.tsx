import { useRef } from 'preact/hooks';

import { notifyFailure } from '../state/toasts.ts';
import { Button } from './button.tsx';

interface FileButtonProps {
  /** Extensions and media types, as in the attribute `accept`. */
  readonly accept: string;
  /** The accessible name: `A scenario file`. */
  readonly what: string;
  readonly onOpen: (name: string, text: string) => void;
}

/** Opens a file of the user; it is read in the page. */
export function FileButton({ accept, what, onOpen }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);

  async function open(file: File | undefined) {
    if (file !== undefined) onOpen(file.name, await file.text());
  }

  return (
    <>
      <Button icon="upload" onClick={() => input.current?.click()}>
        Open a file
      </Button>
      <input
        ref={input}
        type="file"
        class="unseen"
        accept={accept}
        aria-label={what}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          open(currentTarget.files?.[0]).catch(notifyFailure);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
