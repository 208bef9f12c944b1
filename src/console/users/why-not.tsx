import type { Change } from '../api/schemas.ts';
import { Clause } from '../parts/badge.tsx';

interface WhyNotProps {
  readonly changes: readonly { readonly label: string; readonly change: Change | undefined }[];
}

/** Why a change is not offered; changes with the same reason are listed together. */
export function WhyNot({ changes }: WhyNotProps) {
  const refused = changes.flatMap(({ label, change }) =>
    change?.reason === undefined ? [] : [{ label, reason: change.reason }],
  );
  if (refused.length === 0) return null;
  const messages = [...new Set(refused.map(({ reason }) => reason.message))];
  return (
    <ul class="why-not">
      {messages.map((message) => {
        const same = refused.filter(({ reason }) => reason.message === message);
        return (
          <li key={message}>
            <strong>{same.map(({ label }) => label).join(', ')}</strong> not possible: {message}{' '}
            <Clause of={same[0]?.reason.clause} />
          </li>
        );
      })}
    </ul>
  );
}
