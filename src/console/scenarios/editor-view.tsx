import { useEffect } from 'preact/hooks';

import { openControl } from '../api/control.ts';
import { Loaded } from '../parts/notice.tsx';
import { useResource } from '../state/resource.ts';
import { workspace } from '../state/route.ts';
import { beginDraft, draftOf, NEW_SCENARIO } from './drafts.ts';
import { EditorPanel } from './editor-panel.tsx';

/** The draft of a scenario, created from the library if there is none. */
export function EditorView({ name }: { readonly name: string }) {
  const draft = draftOf(workspace.value, name);
  return draft === undefined ? (
    <BeginDraft name={name} />
  ) : (
    <EditorPanel key={`${workspace.value} ${name}`} draft={draft} />
  );
}

function BeginDraft({ name }: { readonly name: string }) {
  const origin = useResource((signal) => originOf(name, signal), [name]);
  useEffect(() => {
    if (origin.state === 'ready') beginDraft(workspace.value, name, origin.value);
  }, [origin.state]);
  return <Loaded resource={origin}>{() => null}</Loaded>;
}

async function originOf(name: string, signal: AbortSignal): Promise<string> {
  if (name === NEW_SCENARIO.name) return NEW_SCENARIO.text;
  const path = `/scenarios/${encodeURIComponent(name)}`;
  return (await openControl(path, 'application/yaml', { signal })).text();
}
