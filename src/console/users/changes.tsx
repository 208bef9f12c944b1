import { control, type ControlResponse } from '../api/control.ts';
import type { Change, Changes, SandboxUser, Schemas } from '../api/schemas.ts';
import { Clause } from '../parts/badge.tsx';
import { confirmChange } from '../state/live.ts';

export interface CardProps {
  readonly user: SandboxUser;
  readonly changes: Changes;
}

/** Waits for the response to a change of a user, and shows a notification that offers undo. */
export function changeUser<Body>(ref: string, request: ControlResponse<Body>, text: string) {
  // Undo must change this workspace, even if the page shows another workspace by then.
  const client = control.value;
  return confirmChange(request, text, { label: 'Undo', run: () => undoChange(ref, client) });
}

export function undoChange(ref: string, client = control.value) {
  const request = client.POST('/users/{ref}:undo', { params: { path: { ref } } });
  return confirmChange(request, 'The last change was undone.');
}

/** Changes the KYC status or the flags of a user. */
export function updateUser(ref: string, body: Schemas['UpdateUser'], text: string) {
  const params = { path: { ref } };
  return changeUser(ref, control.value.PATCH('/users/{ref}', { params, body }), text);
}

/** Returns the legal or illegal change with this operation and body; undefined if it is not listed. */
export function findChange(
  { items }: Changes,
  operation: Change['operation'],
  body: Change['body'],
  transactionId?: string,
): Change | undefined {
  const bodyText = JSON.stringify(body);
  return items.find(
    (change) =>
      change.operation === operation &&
      change.transactionId === transactionId &&
      JSON.stringify(change.body) === bodyText,
  );
}

export function isLegal(change: Change | undefined): boolean {
  return change?.verdict === 'legal';
}

interface ReasonsProps {
  readonly changes: readonly { readonly label: string; readonly change: Change | undefined }[];
}

/** Shows why changes are not possible. Changes with the same reason are in one line. */
export function Reasons({ changes }: ReasonsProps) {
  const clausesByMessage = new Map<string, string | null>();
  for (const { change } of changes) {
    if (change?.reason) clausesByMessage.set(change.reason.message, change.reason.clause);
  }
  return (
    <ul class="faint why-not">
      {[...clausesByMessage].map(([message, clause]) => {
        const illegalChanges = changes.filter(({ change }) => change?.reason?.message === message);
        return (
          <li key={message}>
            <strong>{illegalChanges.map(({ label }) => label).join(', ')}</strong> not possible:{' '}
            {message} <Clause of={clause} />
          </li>
        );
      })}
    </ul>
  );
}
