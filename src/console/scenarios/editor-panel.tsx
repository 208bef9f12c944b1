import { useEffect, useRef, useState } from 'preact/hooks';

import { ControlError } from '../api/control-error.ts';
import { bodyOf, control, openControl } from '../api/control.ts';
import type { Finding } from '../api/schemas.ts';
import type { Editor } from '../editor/editor.ts';
import { Button } from '../parts/button.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { FindingList } from '../parts/finding-list.tsx';
import { Icon } from '../parts/icon.tsx';
import { Panel } from '../parts/panel.tsx';
import { saveFile } from '../parts/save-file.ts';
import { counted } from '../parts/times.ts';
import { readAnew } from '../state/live.ts';
import { goTo, hrefOf, workspace } from '../state/route.ts';
import { notify, notifyFailure } from '../state/toasts.ts';
import { beginDraft, discardDraft, isChanged, writeBack, writeDraft } from './drafts.ts';
import type { Draft } from './drafts.ts';
import { EditorFrame } from './editor-frame.tsx';

/** How long typing has to rest before the scenario is checked, in milliseconds. */
const RESTS = 300;
const YAML = 'application/yaml';

/** A scenario in YAML: checked as it is typed, loaded if valid, saved and opened as a file. */
export function EditorPanel({ draft }: { readonly draft: Draft }) {
  const { name, text, replaced } = draft;
  const [findings, setFindings] = useState<readonly Finding[] | undefined>(undefined);
  const editor = useRef<Editor>(undefined);
  const errors = findings?.filter(({ severity }) => severity === 'error').length ?? 0;

  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(() => {
      check(text, left.signal).then(setFindings, (error: unknown) => {
        if (!left.signal.aborted) notifyFailure(error);
      });
    }, RESTS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [text, workspace.value]);

  async function load() {
    try {
      const { users, name: loaded } = await bodyOf(
        control(workspace.value).PUT('/scenario', yamlBody(text)),
      );
      notify(`${loaded} loaded: ${counted(users, 'user')}.`);
      readAnew();
    } catch (error) {
      if (!(error instanceof ControlError) || error.findings.length === 0) throw error;
      setFindings(error.findings);
      notifyFailure(error);
    }
  }

  async function takeExport() {
    const response = await openControl(workspace.value, '/scenario', { accept: YAML });
    edit(`${workspace.value}-now`, await response.text());
    notify('Exported the current state of the workspace.');
  }

  function discard() {
    discardDraft(draft);
    notify('The draft was discarded.', { label: 'Restore', run: () => writeBack(draft) });
  }

  return (
    <Panel
      title={`Editing ${name}`}
      actions={
        <>
          {isChanged(draft) && (
            <Button icon="trash" look="quiet" onClick={discard}>
              Discard draft
            </Button>
          )}
          <a class="button plain usual" href={hrefOf({ view: 'scenarios' })}>
            <Icon name="back" /> Library
          </a>
          <FileButton
            accept=".yaml,.yml,.json"
            what="A scenario file"
            onOpen={(opened, content) => edit(opened.replace(/[.](ya?ml|json)$/, ''), content)}
          />
          <Button icon="workspaces" onClick={takeExport}>
            Export the current state
          </Button>
          <Button icon="download" onClick={() => saveFile(`${name}.yaml`, text, YAML)}>
            Save as file
          </Button>
          <Button look="primary" disabled={errors > 0} onClick={load}>
            Load
          </Button>
        </>
      }
    >
      <EditorFrame
        text={text}
        replaced={replaced}
        findings={findings ?? []}
        editor={editor}
        onChange={(typed) => writeDraft(draft.workspace, name, typed)}
      />
      <FindingList
        findings={findings}
        good="No findings. The scenario can be loaded."
        onChoose={({ line = 1, column = 1 }) => editor.current?.goTo(line, column)}
      />
    </Panel>
  );
}

function edit(name: string, text: string): void {
  beginDraft(workspace.value, name, text);
  goTo({ view: 'scenarios', item: `edit/${name}` });
}

async function check(text: string, signal: AbortSignal): Promise<readonly Finding[]> {
  // A text of nothing would be no body at all.
  const body = yamlBody(text === '' ? '\n' : text);
  const request = control(workspace.value).POST('/scenario:check', { ...body, signal });
  return (await bodyOf(request)).findings;
}

/** The document is sent as typed, so that findings have line and column. */
function yamlBody(text: string) {
  return {
    body: text,
    bodySerializer: (body: unknown) => body,
    headers: { 'content-type': YAML },
  };
}
