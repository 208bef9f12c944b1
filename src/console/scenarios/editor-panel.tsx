import { useEffect, useRef, useState } from 'preact/hooks';

import { ControlError } from '../api/control-error.ts';
import { answerOf, control, openControl } from '../api/control.ts';
import type { Finding } from '../api/schemas.ts';
import type { Editor } from '../editor/editor.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Panel } from '../parts/panel.tsx';
import { saveFile } from '../parts/save-file.ts';
import { counted } from '../parts/times.ts';
import { readAnew } from '../state/live.ts';
import { hrefOf, workspace } from '../state/route.ts';
import { tell, tellFailure } from '../state/toasts.ts';
import { draft, keepDraft, replaceDraft } from './draft.ts';
import { EditorFrame } from './editor-frame.tsx';
import { FindingList } from './finding-list.tsx';

/** How long typing has to rest before the scenario is checked, in milliseconds. */
const RESTS = 300;
const YAML = 'application/yaml';

/** A scenario in YAML: checked as it is typed, loaded when it is right, saved and opened as a file. */
export function EditorPanel() {
  const { name, text, replaced } = draft.value;
  const [findings, setFindings] = useState<readonly Finding[] | undefined>(undefined);
  const editor = useRef<Editor>(undefined);
  const file = useRef<HTMLInputElement>(null);
  const errors = findings?.filter(({ severity }) => severity === 'error').length ?? 0;

  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(() => {
      check(text, left.signal).then(setFindings, (error: unknown) => {
        if (!left.signal.aborted) tellFailure(error);
      });
    }, RESTS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [text, workspace.value]);

  async function load() {
    try {
      const { users, name: loaded } = await answerOf(
        control(workspace.value).PUT('/scenario', yamlBody(text)),
      );
      tell(`${loaded} is loaded, with ${counted(users, 'user')}.`);
      readAnew();
    } catch (error) {
      if (!(error instanceof ControlError) || error.findings.length === 0) throw error;
      setFindings(error.findings);
      tellFailure(error);
    }
  }

  async function takeExport() {
    const response = await openControl(workspace.value, '/scenario', { accept: YAML });
    replaceDraft(`${workspace.value}-now`, await response.text());
    tell('This is the present state of the workspace, as a scenario.');
  }

  async function open(chosen: File | undefined) {
    if (chosen === undefined) return;
    replaceDraft(chosen.name.replace(/[.]ya?ml$/, ''), await chosen.text());
  }

  return (
    <Panel
      title="Editor"
      actions={
        <>
          <a class="button plain usual" href={hrefOf({ view: 'scenarios' })}>
            <Icon name="back" /> Library
          </a>
          <Button icon="upload" onClick={() => file.current?.click()}>
            Open a file
          </Button>
          <Button icon="workspaces" onClick={takeExport}>
            Export the present state
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
      <input
        ref={file}
        type="file"
        class="unseen"
        accept=".yaml,.yml,.json"
        aria-label="A scenario file"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          open(currentTarget.files?.[0]).catch(tellFailure);
          currentTarget.value = '';
        }}
      />
      <EditorFrame
        text={text}
        replaced={replaced}
        findings={findings ?? []}
        editor={editor}
        onChange={keepDraft}
      />
      <FindingList
        findings={findings}
        onChoose={({ line = 1, column = 1 }) => editor.current?.goTo(line, column)}
      />
    </Panel>
  );
}

async function check(text: string, signal: AbortSignal): Promise<readonly Finding[]> {
  // A text of nothing would be no body at all.
  const body = yamlBody(text === '' ? '\n' : text);
  const call = control(workspace.value).POST('/scenario:check', { ...body, signal });
  return (await answerOf(call)).findings;
}

/** A document goes out as it was typed, so that what is found has line and column. */
function yamlBody(text: string) {
  return {
    body: text,
    bodySerializer: (body: unknown) => body,
    headers: { 'content-type': YAML },
  };
}
