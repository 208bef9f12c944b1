/**
 * Scenarios that are being edited, one for each workspace and name. They are in the session storage of the
 * tab, so that they survive a reload and are not visible elsewhere.
 */
import { signal } from '@preact/signals';

import { notifyFailure } from '../state/toasts.ts';

export interface Draft {
  readonly workspace: string;
  /** What the scenario is called in the library or as a file. */
  readonly name: string;
  /** The original text. */
  readonly origin: string;
  readonly text: string;
  /** Goes up when another text takes its place, which the editor has not written itself. */
  readonly replaced: number;
}

/** The name of the draft if none is selected. */
export const NEW_SCENARIO = {
  name: 'my-scenario',
  text: `name: my-scenario
description: One user for a first test.
users:
  - key: rita
    phoneNumber: '+12025550143'
    emailAddress: rita@example.test
    personalInformation: { firstName: Rita, lastName: Example }
    kyc: { status: APPROVED }
`,
} as const;

const PREFIX = 'flagbearer.draft ';
/** Milliseconds without typing before a draft is stored. */
const RESTS = 200;

const drafts = signal<ReadonlyMap<string, Draft>>(kept());
const unkept = new Set<string>();
let keeping = 0;

export function draftOf(workspace: string, name: string): Draft | undefined {
  return drafts.value.get(keyOf({ workspace, name }));
}

/** Whether there is something to lose. */
export function isChanged(draft: Draft | undefined): boolean {
  return draft !== undefined && draft.text !== draft.origin;
}

/** Begins anew with a text, whatever there was under the name. */
export function beginDraft(workspace: string, name: string, origin: string): void {
  const replaced = (draftOf(workspace, name)?.replaced ?? 0) + 1;
  put({ workspace, name, origin, text: origin, replaced });
}

/** Stores the text of the editor. */
export function writeDraft(workspace: string, name: string, text: string): void {
  const draft = draftOf(workspace, name);
  if (draft !== undefined && draft.text !== text) put({ ...draft, text });
}

/** Restores the original text. */
export function discardDraft({ workspace, name, origin }: Draft): void {
  beginDraft(workspace, name, origin);
}

/** The text that was there before another took its place. */
export function writeBack(draft: Draft): void {
  put({ ...draft, replaced: draft.replaced + 2 });
}

function put(draft: Draft): void {
  const key = keyOf(draft);
  drafts.value = new Map(drafts.value).set(key, draft);
  unkept.add(key);
  clearTimeout(keeping);
  keeping = window.setTimeout(keep, RESTS);
}

function keep(): void {
  for (const key of unkept) {
    const draft = drafts.peek().get(key);
    if (draft === undefined) continue;
    try {
      const { origin, text } = draft;
      sessionStorage.setItem(`${PREFIX}${key}`, JSON.stringify([origin, text]));
    } catch {
      notifyFailure(
        'The draft is too large for browser storage. Save it as a file to keep it after a reload.',
      );
    }
  }
  unkept.clear();
}

addEventListener('pagehide', keep);

function kept(): ReadonlyMap<string, Draft> {
  return new Map(
    Object.keys(sessionStorage).flatMap((name) => {
      const draft = name.startsWith(PREFIX) ? read(name.slice(PREFIX.length)) : undefined;
      return draft === undefined ? [] : [[keyOf(draft), draft] as const];
    }),
  );
}

/** Whatever else may be in the storage is left alone. */
function read(key: string): Draft | undefined {
  try {
    const [workspace, name] = textsOf(JSON.parse(key));
    const [origin, text] = textsOf(JSON.parse(sessionStorage.getItem(`${PREFIX}${key}`) ?? ''));
    if (workspace === undefined || name === undefined) return undefined;
    if (origin === undefined || text === undefined) return undefined;
    return { workspace, name, origin, text, replaced: 0 };
  } catch {
    return undefined;
  }
}

function textsOf(parsed: unknown): string[] {
  return Array.isArray(parsed) ? parsed.filter((part) => typeof part === 'string') : [];
}

function keyOf({ workspace, name }: Pick<Draft, 'workspace' | 'name'>): string {
  return JSON.stringify([workspace, name]);
}
