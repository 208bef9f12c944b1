import { control, type ControlResponse } from '../api/control.ts';
import type { Change, Changes, SandboxUser, Schemas } from '../api/schemas.ts';
import { Clause } from '../parts/badge.tsx';
import { sendChange } from '../state/live.ts';

export interface CardProps {
  readonly user: SandboxUser;
  readonly changes: Changes;
}

/** Sends a change of a user, confirms it, and offers undo. */
export function changeUser<Body>(ref: string, request: ControlResponse<Body>, text: string) {
  // The notification stays visible in other workspaces, which may have a user with the same id.
  const client = control.value;
  return sendChange(request, text, { label: 'Undo', run: () => undoChange(ref, client) });
}

export function undoChange(ref: string, client = control.value) {
  const request = client.POST('/users/{ref}:undo', { params: { path: { ref } } });
  return sendChange(request, 'The last change was undone.');
}

/** Changes status or flags. */
export function updateUser(ref: string, body: Schemas['UpdateUser'], text: string) {
  const params = { path: { ref } };
  return changeUser(ref, control.value.PATCH('/users/{ref}', { params, body }), text);
}

/** Returns the listed change with this operation and body, legal or illegal; undefined if there is none. */
export function findChange(
  { items }: Changes,
  operation: Change['operation'],
  body: Change['body'],
  transactionId?: string,
): Change | undefined {
  const requested = JSON.stringify(body);
  return items.find(
    (change) =>
      change.operation === operation &&
      change.transactionId === transactionId &&
      JSON.stringify(change.body) === requested,
  );
}

export function isLegal(change: Change | undefined): boolean {
  return change?.verdict === 'legal';
}

interface WhyNotProps {
  readonly changes: readonly { readonly label: string; readonly change: Change | undefined }[];
}

/** Shows why changes are not possible; those with the same reason are listed together. */
export function WhyNot({ changes }: WhyNotProps) {
  const clauses = new Map<string, string | null>();
  for (const { change } of changes) {
    if (change?.reason) clauses.set(change.reason.message, change.reason.clause);
  }
  return (
    <ul class="faint why-not">
      {[...clauses].map(([message, clause]) => {
        const refused = changes.filter(({ change }) => change?.reason?.message === message);
        return (
          <li key={message}>
            <strong>{refused.map(({ label }) => label).join(', ')}</strong> not possible: {message}{' '}
            <Clause of={clause} />
          </li>
        );
      })}
    </ul>
  );
}
