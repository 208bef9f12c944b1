import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';

import { bodyOf, control } from '../api/control.ts';
import type { Finding, Schemas } from '../api/schemas.ts';
import { Button } from '../parts/button.tsx';
import { TextArea, TextField } from '../parts/field.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { FindingList } from '../parts/finding-list.tsx';
import { Panel } from '../parts/panel.tsx';
import { workspace } from '../state/route.ts';
import { notifyFailure } from '../state/toasts.ts';

/** How long typing has to rest before the texts are checked, in milliseconds. */
const RESTS = 300;

/** The checked file, which outlives the view. */
const texts = signal({ file: '', text: '', keyPrefix: '' });

/** The texts that an app has for flags: each flag needs one (§7.1). */
export function AppTextsPanel() {
  const { file, text, keyPrefix } = texts.value;
  const [checked, setChecked] = useState<Schemas['CheckedMessages']>();
  const area = useRef<HTMLTextAreaElement>(null);
  const set = (part: Partial<typeof texts.value>) => {
    texts.value = { ...texts.peek(), ...part };
  };

  useEffect(() => {
    if (text.trim() === '') {
      setChecked(undefined);
      return;
    }
    const left = new AbortController();
    const timer = setTimeout(() => {
      const body = {
        text,
        ...(file === '' ? {} : { file }),
        ...(keyPrefix === '' ? {} : { keyPrefix }),
      };
      const request = control(workspace.value).POST('/messages:check', {
        body,
        signal: left.signal,
      });
      bodyOf(request).then(setChecked, (error: unknown) => {
        if (!left.signal.aborted) notifyFailure(error);
      });
    }, RESTS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [file, text, keyPrefix, workspace.value]);

  return (
    <Panel
      title={file === '' ? 'A message for each flag' : `A message for each flag: ${file}`}
      clause="7.1"
      actions={
        <FileButton
          accept=".json,.arb,.yaml,.yml,.properties"
          what="A file of messages"
          onOpen={(name, opened) => set({ file: name, text: opened })}
        />
      }
    >
      <p class="lead">
        Open or paste a file with the messages of the app: JSON, YAML or .properties. It is checked
        against the flags of this workspace.
      </p>
      <TextField
        label="Key prefix (optional)"
        value={keyPrefix}
        onInput={(typed) => set({ keyPrefix: typed.trim() })}
        placeholder="errors.flags"
        mono
        hint="Empty if K1001 is at the top level or below flags."
      />
      <TextArea
        label="Messages of the app"
        value={text}
        onInput={(typed) => set({ text: typed })}
        placeholder='{ "flags": { "K1001": "We are checking your details." } }'
        area={area}
      />
      {checked?.keyPrefix !== undefined && (
        <p class="callout info">
          The file has flags below <code>{checked.keyPrefix}</code>.{' '}
          <Button size="small" onClick={() => set({ keyPrefix: checked.keyPrefix ?? '' })}>
            Use this prefix
          </Button>
        </p>
      )}
      {text.trim() !== '' && (
        <FindingList
          findings={checked?.findings}
          good="Every flag has a message."
          onChoose={(finding) => select(area.current, finding)}
        />
      )}
    </Panel>
  );
}

/** Selects the line that a finding is about. */
function select(area: HTMLTextAreaElement | null, { line = 1 }: Finding): void {
  if (area === null) return;
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
