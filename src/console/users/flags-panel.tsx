import { useState } from 'preact/hooks';

import { bodyOf, control } from '../api/control.ts';
import { Badge, Clause, flagTone } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Panel } from '../parts/panel.tsx';
import { workspace } from '../state/route.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { isLegal, verdictOn } from './legal-changes.ts';
import type { CardProps } from './card-props.ts';
import { WhyNot } from './why-not.tsx';

/** The flags of the user (§2.7), and those that the catalogue has beside them. */
export function FlagsPanel({ user, changes, change }: CardProps) {
  const { flags } = useFacts();
  const [picking, setPicking] = useState(false);
  const path = { ref: user.id };

  const remove = (code: string) =>
    change(`The flag ${code} was removed.`, () =>
      bodyOf(
        control(workspace.value).PATCH('/users/{ref}', {
          params: { path },
          body: { removeFlags: [code] },
        }),
      ),
    );

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
          const removal = verdictOn(changes, 'updateUser', { removeFlags: [code] });
          return (
            <li key={code} class="row">
              <div class="row-text">
                <p>
                  <Badge tone={flagTone(category)}>{code}</Badge>{' '}
                  <span class="faint">{category ?? 'no category'}</span>
                </p>
                <p>{flags.get(code)?.message}</p>
                <WhyNot changes={[{ label: 'Remove', change: removal }]} />
              </div>
              <Button
                icon="trash"
                look="quiet"
                size="small"
                label={`Remove ${code}`}
                disabled={!isLegal(removal)}
                onClick={() => remove(code)}
              />
            </li>
          );
        })}
      </ul>
      {picking && (
        <FlagPicker
          user={user}
          changes={changes}
          change={change}
          onClose={() => setPicking(false)}
        />
      )}
    </Panel>
  );
}

function FlagPicker({
  user,
  changes,
  change,
  onClose,
}: CardProps & { readonly onClose: () => void }) {
  const { flags } = useFacts();
  const path = { ref: user.id };
  const had = new Set(user.flags.map(({ code }) => code));

  const add = async (code: string) => {
    await change(`The flag ${code} was added.`, () =>
      bodyOf(
        control(workspace.value).PATCH('/users/{ref}', {
          params: { path },
          body: { addFlags: [code] },
        }),
      ),
    );
    onClose();
  };

  return (
    <Dialog title="Add a flag" onClose={onClose}>
      <ul class="rows">
        {[...flags.values()]
          .filter(({ code }) => !had.has(code))
          .map(({ code, category, title, message }) => {
            const addition = verdictOn(changes, 'updateUser', { addFlags: [code] });
            return (
              <li key={code} class="row">
                <div class="row-text">
                  <p>
                    <Badge tone={flagTone(category)}>{code}</Badge> <strong>{title}</strong>{' '}
                    <span class="faint">{category ?? 'no category'}</span>
                  </p>
                  <p>{message}</p>
                  {addition?.reason !== undefined && (
                    <p class="why-not">
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
