/**
 * Drafts of scenarios, one for each workspace and name. They are in the session storage of the tab: they
 * survive a reload, and other tabs cannot read them.
 */
import { signal } from '@preact/signals';

import { notifyFailure } from '../state/toasts.ts';

export interface Draft {
  readonly workspace: string;
  /** The name of the scenario in the library, or of its file. */
  readonly name: string;
  /** The text before the first change. */
  readonly origin: string;
  readonly text: string;
  /** Increases when the console replaces the text, but not when the user types. */
  readonly revision: number;
}

/** The draft that is opened if no scenario is selected. */
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

const PREFIX = 'flagbearer.scenarioDraft ';

const drafts = signal<ReadonlyMap<string, Draft>>(readDrafts());

export function findDraft(workspace: string, name: string): Draft | undefined {
  return drafts.value.get(getKey({ workspace, name }));
}

export function isChanged(draft: Draft | undefined): boolean {
  return draft !== undefined && draft.text !== draft.origin;
}

/** Creates a draft with the original text; replaces an existing draft. */
export function beginDraft(workspace: string, name: string, original: string): void {
  // The editor ends every line with a line feed.
  const origin = original.replaceAll(/\r\n?/g, '\n');
  replaceDraft({ workspace, name, origin, text: origin });
}

/** Replaces a draft. The new revision makes the editor show the new text. */
export function replaceDraft(draft: Omit<Draft, 'revision'>): void {
  const revision = (findDraft(draft.workspace, draft.name)?.revision ?? 0) + 1;
  storeDraft({ ...draft, revision });
}

/** Stores the text that the user has typed in the editor. */
export function writeDraft(workspace: string, name: string, text: string): void {
  const draft = findDraft(workspace, name);
  if (draft !== undefined && draft.text !== text) storeDraft({ ...draft, text });
}

function storeDraft(draft: Draft): void {
  const key = getKey(draft);
  drafts.value = new Map(drafts.value).set(key, draft);
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    notifyFailure(
      'The draft is too large for browser storage. Save it as a file to keep it after a reload.',
    );
  }
}

function readDrafts(): ReadonlyMap<string, Draft> {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  // `storeDraft` has written these values.
  const storedDrafts = keys.map((key) => JSON.parse(sessionStorage.getItem(key) ?? '') as Draft);
  return new Map(storedDrafts.map((draft) => [getKey(draft), draft]));
}

function getKey({ workspace, name }: Pick<Draft, 'workspace' | 'name'>): string {
  return JSON.stringify([workspace, name]);
}
