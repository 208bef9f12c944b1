import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { control, readBody, ControlError, openControl } from '../api/control.ts';
import type { Finding } from '../api/schemas.ts';
import type { Editor } from '../editor/editor.ts';
import { Button, FileButton } from '../parts/button.tsx';
import { FindingList } from '../parts/finding-list.tsx';
import { Icon } from '../parts/icon.tsx';
import { Loaded, Panel, Spinner } from '../parts/panel.tsx';
import { saveFile } from '../parts/save-file.ts';
import { pluralize } from '../parts/times.ts';
import { useCheck } from '../parts/use-check.ts';
import { confirmChange, useResource } from '../state/live.ts';
import { goTo, getHref, workspace } from '../state/route.ts';
import { notify, notifyFailure } from '../state/toasts.ts';
import { useFacts } from '../state/workspace-facts.ts';
import {
  beginDraft,
  findDraft,
  isChanged,
  NEW_SCENARIO,
  replaceDraft,
  writeDraft,
  type Draft,
} from './drafts.ts';

const YAML = 'application/yaml';

export function EditorView({ name }: { name: string }) {
  const draft = findDraft(workspace.value, name);
  return draft === undefined ? (
    <DraftLoader name={name} />
  ) : (
    <EditorPanel key={`${workspace.value} ${name}`} draft={draft} />
  );
}

/** The editor for a scenario in YAML, with its findings and actions. */
function EditorPanel({ draft }: { draft: Draft }) {
  const { name, text, revision } = draft;
  const [findings, setFindings] = useCheck(text, check);
  const editor = useRef<Editor>(undefined);
  const errors = findings?.filter(({ severity }) => severity === 'error').length ?? 0;

  async function load() {
    try {
      await confirmChange(
        control.value.PUT('/scenario', createYamlRequest(text)),
        (loaded) => `${loaded.name} loaded: ${pluralize(loaded.users, 'user')}.`,
      );
    } catch (error) {
      if (!(error instanceof ControlError) || error.findings.length === 0) throw error;
      setFindings(error.findings);
      notifyFailure(error);
    }
  }

  async function exportState() {
    const response = await openControl('/scenario', YAML);
    openDraft(`${workspace.value}-now`, await response.text());
    notify('Exported the current state of the workspace.');
  }

  function discard() {
    beginDraft(draft.workspace, name, draft.origin);
    notify('The draft was discarded.', { label: 'Restore', run: () => replaceDraft(draft) });
  }

  return (
    <Panel
      title={`Editing ${name}`}
      actions={
        <>
          {isChanged(draft) && (
            <Button icon="trash" variant="quiet" onClick={discard}>
              Discard draft
            </Button>
          )}
          <a class="button plain" href={getHref({ view: 'scenarios' })}>
            <Icon name="back" /> Library
          </a>
          <FileButton
            accept=".yaml,.yml,.json"
            label="A scenario file"
            onOpen={(opened, content) => openDraft(opened.replace(/[.](ya?ml|json)$/, ''), content)}
          />
          <Button icon="workspaces" onClick={exportState}>
            Export the current state
          </Button>
          <Button icon="download" onClick={() => saveFile(`${name}.yaml`, text, YAML)}>
            Save as file
          </Button>
          <Button variant="primary" disabled={errors > 0} onClick={load}>
            Load
          </Button>
        </>
      }
    >
      <EditorFrame
        text={text}
        revision={revision}
        findings={findings ?? []}
        editor={editor}
        onChange={(typed) => writeDraft(draft.workspace, name, typed)}
      />
      <FindingList
        findings={findings}
        emptyText="No findings. The scenario can be loaded."
        onSelect={({ line = 1, column = 1 }) => editor.current?.goTo(line, column)}
      />
    </Panel>
  );
}

interface EditorFrameProps {
  readonly text: string;
  /** Increases when the console replaces the text, but not when the user types. */
  readonly revision: number;
  readonly findings: readonly Finding[];
  readonly onChange: (text: string) => void;
  readonly editor: RefObject<Editor | undefined>;
}

/** Loads the code of the editor when the frame is first shown. */
function EditorFrame({ text, revision, findings, onChange, editor }: EditorFrameProps) {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'opening' | 'open'>('opening');
  const { flags, clients } = useFacts();

  useEffect(() => {
    let isRemoved = false;
    void import('../editor/editor.ts').then(({ openEditor }) => {
      if (isRemoved || host.current === null) return;
      editor.current = openEditor(host.current, {
        text,
        terms: { flagCodes: [...flags.keys()], clientIds: clients.map(({ id }) => id) },
        onChange,
      });
      setState('open');
    }, notifyFailure);
    return () => {
      isRemoved = true;
      editor.current?.close();
    };
  }, []);

  // A layout effect, because an ordinary effect runs later and could overwrite newly typed text.
  useLayoutEffect(() => editor.current?.setText(text), [revision, state]);
  useEffect(() => editor.current?.setFindings(findings), [findings, state]);

  return (
    <div class="editor">
      <div ref={host} class="editor-host" />
      {state === 'opening' && <Spinner label="Loading the editor" />}
    </div>
  );
}

function openDraft(name: string, text: string): void {
  beginDraft(workspace.value, name, text);
  goTo({ view: 'scenarios', item: `edit/${name}` });
}

async function check(text: string, signal: AbortSignal): Promise<readonly Finding[]> {
  const request = control.value.POST('/scenario:check', { ...createYamlRequest(text), signal });
  return (await readBody(request)).findings;
}

/** Returns request options that send the text unchanged, so that findings have line and column. */
function createYamlRequest(text: string) {
  return {
    // An empty text would be sent as a missing body.
    body: text || '\n',
    bodySerializer: (body: unknown) => body,
    headers: { 'content-type': YAML },
  };
}

/** Begins a draft of the scenario; then EditorView shows the editor. */
function DraftLoader({ name }: { name: string }) {
  const origin = useResource((signal) => readOrigin(name, signal), [name]);
  useEffect(() => {
    if (origin.state === 'ready') beginDraft(workspace.value, name, origin.value);
  }, [origin.state]);
  return <Loaded resource={origin}>{() => null}</Loaded>;
}

async function readOrigin(name: string, signal: AbortSignal): Promise<string> {
  if (name === NEW_SCENARIO.name) return NEW_SCENARIO.text;
  const path = `/scenarios/${encodeURIComponent(name)}`;
  return (await openControl(path, YAML, signal)).text();
}
