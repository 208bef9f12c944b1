import { useState } from 'preact/hooks';

import { Button } from './button.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** Completes the label: `the base URL`. */
  readonly what: string;
  /** Shown next to the icon. */
  readonly children?: string;
}

/** Milliseconds that the confirmation is shown. */
const CONFIRMATION = 1500;

/** Copies a text and confirms it. */
export function CopyButton({ text, what, children }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  async function copy() {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), CONFIRMATION);
  }

  const label = copied ? `Copied ${what}` : `Copy ${what}`;
  return (
    <>
      <Button
        icon={copied ? 'check' : 'copy'}
        look="quiet"
        size="small"
        label={label}
        onClick={copy}
      >
        {children !== undefined && copied ? 'Copied' : children}
      </Button>
      <span class="unseen" role="status">
        {copied && label}
      </span>
    </>
  );
}

/** Copies the URL of a view, for others with access to the same sandbox. */
export function CopyLink({ to, what }: { to: string; what: string }) {
  return (
    <CopyButton text={new URL(to, location.href).href} what={`link to ${what}`}>
      Copy link
    </CopyButton>
  );
}

/** The clipboard API is only available on loopback and over https; elsewhere a selection is copied. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (!done) throw new Error('The browser does not allow copying. Select the text instead.');
}
