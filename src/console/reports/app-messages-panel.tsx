import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';

import { control, readBody } from '../api/control.ts';
import type { Finding } from '../api/schemas.ts';
import { Button, FileButton } from '../parts/button.tsx';
import { TextField } from '../parts/form.tsx';
import { FindingList } from '../parts/finding-list.tsx';
import { Panel } from '../parts/panel.tsx';
import { useCheck } from '../parts/use-check.ts';

/** The input of the check. A signal keeps the input when another view is shown. */
const input = signal({ file: '', text: '', keyPrefix: '' });

/** Checks that an app has a message for each flag (§7.1). */
export function AppMessagesPanel() {
  const { file, text, keyPrefix } = input.value;
  const [result] = useCheck(text.trim() === '' ? undefined : input.value, check);
  const area = useRef<HTMLTextAreaElement>(null);
  const update = (changes: Partial<typeof input.value>) => {
    input.value = { ...input.peek(), ...changes };
  };

  return (
    <Panel
      title={file === '' ? 'A message for each flag' : `A message for each flag: ${file}`}
      clause="7.1"
      actions={
        <FileButton
          accept=".json,.arb,.yaml,.yml,.properties"
          label="A file of messages"
          onOpen={(name, opened) => update({ file: name, text: opened })}
        />
      }
    >
      <p class="lead">
        Open or paste a file with the messages of the app: JSON, YAML or .properties. The messages
        are compared with the flags of this workspace.
      </p>
      <TextField
        label="Key prefix (optional)"
        value={keyPrefix}
        onInput={(typed) => update({ keyPrefix: typed.trim() })}
        placeholder="errors.flags"
        mono
        hint="Leave empty if K1001 is a top-level key or nested in the key flags."
      />
      <div class="field">
        <label for="app-messages">Messages of the app</label>
        <textarea
          id="app-messages"
          class="mono"
          rows={12}
          ref={area}
          value={text}
          placeholder='{ "flags": { "K1001": "We are checking your details." } }'
          spellcheck={false}
          onInput={({ currentTarget }) => update({ text: currentTarget.value })}
        />
      </div>
      {result?.keyPrefix !== undefined && (
        <p class="callout info">
          The keys of the flags start with <code>{result.keyPrefix}</code>.{' '}
          <Button size="small" onClick={() => update({ keyPrefix: result.keyPrefix ?? '' })}>
            Use this prefix
          </Button>
        </p>
      )}
      {text.trim() !== '' && (
        <FindingList
          findings={result?.findings}
          emptyText="Every flag has a message."
          onSelect={(finding) => selectLine(area.current, finding)}
        />
      )}
    </Panel>
  );
}

function check({ file, text, keyPrefix }: typeof input.value, signal: AbortSignal) {
  const body = { text, ...(file && { file }), ...(keyPrefix && { keyPrefix }) };
  return readBody(control.value.POST('/messages:check', { body, signal }));
}

function selectLine(area: HTMLTextAreaElement | null, { line = 1 }: Finding): void {
  if (area === null) return;
  const lines = area.value.split('\n');
  const start = lines
    .slice(0, line - 1)
    .map((previous) => `${previous}\n`)
    .join('').length;
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
