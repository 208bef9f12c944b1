/** The scenario that is being edited: it outlives the view, a reload of the data, and a restart. */
import { signal } from '@preact/signals';

export interface Draft {
  /** What it began as; a file is saved under it. */
  readonly name: string;
  readonly text: string;
  /** Goes up when another text takes its place, which the editor has not written itself. */
  readonly replaced: number;
}

export const draft = signal<Draft>({
  name: 'my-scenario',
  replaced: 0,
  text: `name: my-scenario
description: One user to begin with.
users:
  - key: rita
    phoneNumber: '+12025550143'
    emailAddress: rita@example.test
    personalInformation: { firstName: Rita, lastName: Example }
    kyc: { status: APPROVED }
`,
});

/** Another text to edit. */
export function replaceDraft(name: string, text: string): void {
  draft.value = { name, text, replaced: draft.value.replaced + 1 };
}

/** What the editor has made of it. */
export function keepDraft(text: string): void {
  draft.value = { ...draft.value, text };
}
