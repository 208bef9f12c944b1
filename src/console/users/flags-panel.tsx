import { useState } from 'preact/hooks';

import { Clause, FlagBadge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { useFacts } from '../state/workspace-facts.ts';
import { isLegal, updateUser, findChange, Reasons, type CardProps } from './changes.tsx';

/** Shows the flags of the user (§2.7); removes them, and adds flags from the catalogue. */
export function FlagsPanel({ user, changes }: CardProps) {
  const { flags } = useFacts();
  const [isPicking, setPicking] = useState(false);
  return (
    <Panel
      title="Flags"
      clause="2.7"
      actions={
        <Button icon="plus" size="small" onClick={() => setPicking(true)}>
          Add flag
        </Button>
      }
    >
      {user.flags.length === 0 && <p class="faint">No flags, so no messages to show.</p>}
      <ul class="rows">
        {user.flags.map(({ code, category }) => {
          const removal = findChange(changes, 'updateUser', { removeFlags: [code] });
          return (
            <li key={code} class="row">
              <div class="stack tight">
                <p>
                  <FlagBadge code={code} category={category} />{' '}
                  <span class="faint">{category ?? 'no category'}</span>
                </p>
                <p>{flags.get(code)?.message}</p>
                <Reasons changes={[{ label: 'Remove', change: removal }]} />
              </div>
              <Button
                icon="trash"
                label={`Remove ${code}`}
                disabled={!isLegal(removal)}
                onClick={() =>
                  updateUser(user.id, { removeFlags: [code] }, `The flag ${code} was removed.`)
                }
              />
            </li>
          );
        })}
      </ul>
      {isPicking && <FlagPicker user={user} changes={changes} onClose={() => setPicking(false)} />}
    </Panel>
  );
}

function FlagPicker({ user, changes, onClose }: CardProps & { readonly onClose: () => void }) {
  const { flags } = useFacts();
  const addableFlags = [...flags.values()].filter(
    ({ code }) => !user.flags.some((flag) => flag.code === code),
  );
  const add = async (code: string) => {
    await updateUser(user.id, { addFlags: [code] }, `The flag ${code} was added.`);
    onClose();
  };

  return (
    <Dialog title="Add a flag" onClose={onClose}>
      <ul class="rows">
        {addableFlags.map(({ code, category, title, message }) => {
          const addition = findChange(changes, 'updateUser', { addFlags: [code] });
          return (
            <li key={code} class="row">
              <div class="stack tight">
                <p>
                  <FlagBadge code={code} category={category} /> <strong>{title}</strong>{' '}
                  <span class="faint">{category ?? 'no category'}</span>
                </p>
                <p>{message}</p>
                {addition?.reason !== undefined && (
                  <p class="faint">
                    {addition.reason.message} <Clause of={addition.reason.clause} />
                  </p>
                )}
              </div>
              <Button
                size="small"
                label={`Add ${code}`}
                disabled={!isLegal(addition)}
                onClick={() => add(code)}
              >
                Add
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
