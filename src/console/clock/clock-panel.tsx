import { useState } from 'preact/hooks';

import { readBody, getControlClient } from '../api/control.ts';
import type { Schemas } from '../api/schemas.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { Form } from '../parts/dialog.tsx';
import { Panel } from '../parts/panel.tsx';
import { formatInstant } from '../parts/times.ts';
import { getClockState, setClock, useNow } from '../state/clock.ts';
import { refreshAll } from '../state/live.ts';
import { notify } from '../state/toasts.ts';

const STEPS = [
  { advance: 'PT30S', text: '30 s' },
  { advance: 'PT5M', text: '5 min' },
  { advance: 'PT1H', text: '1 h' },
  { advance: 'P1D', text: '1 day' },
] as const;

/** The workspace clock, which determines expiry and settlement. It never goes back. */
export function ClockPanel() {
  const now = useNow();
  const [by, setBy] = useState('PT10M');
  const isFrozen = getClockState() === 'frozen';

  async function update(body: Schemas['UpdateClock'], done: string) {
    setClock(await readBody(getControlClient().PATCH('/clock', { body })));
    notify(done);
    refreshAll();
  }

  return (
    <Panel
      title="Workspace clock"
      actions={
        <Button
          pressed={isFrozen}
          onClick={() =>
            update(
              { frozen: !isFrozen },
              isFrozen ? 'The clock is running.' : 'The clock is frozen.',
            )
          }
        >
          {isFrozen ? 'Resume' : 'Freeze'}
        </Button>
      }
    >
      <p class="clock-face">
        <time>{now === undefined ? '…' : formatInstant(now)}</time> <span class="faint">UTC</span>
      </p>
      <div class="line" role="group" aria-label="Advance the clock">
        {STEPS.map(({ advance, text }) => (
          <Button
            key={advance}
            label={`Advance by ${text}`}
            onClick={() => update({ advance }, `The clock has advanced by ${text}.`)}
          >
            + {text}
          </Button>
        ))}
      </div>
      <Form
        layout="row"
        onSubmit={() => update({ advance: by.trim() }, `The clock has advanced by ${by.trim()}.`)}
      >
        <TextField
          label="Advance by"
          value={by}
          onInput={setBy}
          mono
          required
          hint="An ISO 8601 duration, such as PT10M or P30D."
        />
        <Button type="submit">Advance</Button>
      </Form>
    </Panel>
  );
}
