/**
 * The editor of scenarios: CodeMirror in a shadow tree. There, CodeMirror uses constructed style sheets, the only
 * dynamic styles that the Content-Security-Policy of the page allows. This module is loaded on demand.
 */
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

import type { Finding } from '../api/schemas.ts';
import { createScenarioCompletion, type KnownTerms } from './scenario-completion.ts';

export interface Editor {
  setText(text: string): void;
  /** Marks findings at their lines. */
  setFindings(findings: readonly Finding[]): void;
  /** Moves the cursor; line and column start at 1. */
  goTo(line: number, column: number): void;
  close(): void;
}

interface EditorOptions {
  readonly text: string;
  readonly terms: KnownTerms;
  readonly onChange: (text: string) => void;
}

export function openEditor(host: HTMLElement, { text, terms, onChange }: EditorOptions): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const parent = document.createElement('div');
  parent.style.height = '100%';
  root.replaceChildren(parent);
  const view = new EditorView({
    root,
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        history(),
        foldGutter(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightSelectionMatches(),
        search({ top: true }),
        yaml(),
        syntaxHighlighting(colours),
        lintGutter(),
        autocompletion({ override: [createScenarioCompletion(terms)] }),
        keymap.of([
          ...completionKeymap,
          ...lintKeymap,
          ...searchKeymap,
          ...foldKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': 'Scenario in YAML' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
        theme,
      ],
    }),
  });

  return {
    setText(next) {
      if (next === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    setFindings(findings) {
      const diagnostics = findings.map((finding) => toDiagnostic(finding, view.state));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    goTo(line, column) {
      const { from } = findRange(view.state, line, column);
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

function toDiagnostic(finding: Finding, state: EditorState): Diagnostic {
  const { line, column, severity, message, hint, clause, rule } = finding;
  const source = clause === null ? rule : `${rule}, §${clause}`;
  return {
    ...findRange(state, line, column),
    severity,
    source,
    message: [message, hint].filter(Boolean).join(' '),
  };
}

/** Returns the range from a place to the end of its line. The text can be shorter than when it was checked. */
function findRange({ doc }: EditorState, line = 1, column = 1) {
  const { from, to } = doc.line(Math.min(line, doc.lines));
  return { from: Math.min(from + column - 1, to), to };
}

/** The colours of the page: the shadow tree inherits custom properties. */
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--info)' },
  { tag: [tags.string, tags.content, tags.attributeValue], color: 'var(--good)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.bool, tags.null], color: 'var(--code-word)' },
  { tag: [tags.number], color: 'var(--warn)' },
  {
    tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace],
    color: 'var(--muted)',
  },
]);

const theme = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    fontSize: '0.93em',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--muted)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-content, .cm-gutter': { minHeight: '100%' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--selection)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--border)',
    borderRadius: '6px',
    color: 'var(--text)',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-completionInfo': { maxWidth: '24em', padding: '8px' },
  '.cm-diagnostic': { padding: '6px 10px', maxWidth: '40em', whiteSpace: 'normal' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)' },
  '.cm-panel input, .cm-panel button': {
    font: 'inherit',
    color: 'var(--text)',
    background: 'var(--surface)',
    border: '1px solid var(--border)',
  },
});
