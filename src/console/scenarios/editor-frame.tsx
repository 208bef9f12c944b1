import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

import type { Finding } from '../api/schemas.ts';
import type { Editor } from '../editor/editor.ts';
import { notifyFailure } from '../state/toasts.ts';
import { useFacts } from '../state/workspace-facts.ts';

interface EditorFrameProps {
  readonly text: string;
  /** Increases when the text is replaced by another one than that of the editor. */
  readonly replaced: number;
  readonly findings: readonly Finding[];
  readonly onChange: (text: string) => void;
  readonly editor: RefObject<Editor | undefined>;
}

/** The frame of the editor, whose code is loaded when it is first shown. */
export function EditorFrame({ text, replaced, findings, onChange, editor }: EditorFrameProps) {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'opening' | 'open'>('opening');
  const { flags, clients } = useFacts();

  useEffect(() => {
    let isRemoved = false;
    void import('../editor/editor.ts').then(({ openEditor }) => {
      if (isRemoved || host.current === null) return;
      editor.current = openEditor(host.current, {
        text,
        known: { flagCodes: [...flags.keys()], clientIds: clients.map(({ id }) => id) },
        onChange,
      });
      setState('open');
    }, notifyFailure);
    return () => {
      isRemoved = true;
      editor.current?.close();
    };
  }, []);

  // In the same render: an effect after the next frame would overwrite text typed meanwhile.
  useLayoutEffect(() => editor.current?.setText(text), [replaced, state]);
  useEffect(() => editor.current?.setFindings(findings), [findings, state]);

  return (
    <div class="editor">
      <div ref={host} class="editor-host" />
      {state === 'opening' && (
        <div class="loading" role="status">
          <span class="spinner" />
          <span class="visually-hidden">Loading the editor</span>
        </div>
      )}
    </div>
  );
}
