/** The scenario that is being edited: it outlives the view, a reload of the data, and a restart. */
import { signal } from '@preact/signals';

export interface Draft {
  /** What it began as; a file is saved under it. */
  readonly name: string;
  readonly text: string;
}

export const draft = signal<Draft>({
  name: 'my-scenario',
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
