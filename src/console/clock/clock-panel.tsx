import { control } from '../api/control.ts';
import type { Schemas } from '../api/schemas.ts';
import { Button } from '../parts/button.tsx';
import { TextField, Form } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { formatInstant } from '../parts/times.ts';
import { isClockFrozen, setClock, useNow } from '../state/clock.ts';
import { sendChange } from '../state/live.ts';

const STEPS = [
  { duration: 'PT30S', text: '30 s' },
  { duration: 'PT5M', text: '5 min' },
  { duration: 'PT1H', text: '1 h' },
  { duration: 'P1D', text: '1 day' },
] as const;

/** The workspace clock, which determines expiry and settlement. It never goes back. */
export function ClockPanel() {
  const now = useNow();
  const isFrozen = isClockFrozen();

  const update = async (body: Schemas['UpdateClock'], text: string) =>
    setClock(await sendChange(control.value.PATCH('/clock', { body }), text));
  const freeze = (frozen: boolean) =>
    update({ frozen }, frozen ? 'The clock is frozen.' : 'The clock is running.');
  const advance = (duration: string, text = duration) =>
    update({ advance: duration }, `The clock has advanced by ${text}.`);

  return (
    <Panel
      title="Workspace clock"
      actions={
        <Button pressed={isFrozen} onClick={() => freeze(!isFrozen)}>
          {isFrozen ? 'Resume' : 'Freeze'}
        </Button>
      }
    >
      <p class="clock-face">
        <time>{now === undefined ? '…' : formatInstant(now)}</time> <span class="faint">UTC</span>
      </p>
      <div class="line" role="group" aria-label="Advance the clock">
        {STEPS.map(({ duration, text }) => (
          <Button
            key={duration}
            label={`Advance by ${text}`}
            onClick={() => advance(duration, text)}
          >
            + {text}
          </Button>
        ))}
      </div>
      <Form layout="row" onSubmit={({ duration = '' }) => advance(duration)}>
        <TextField
          label="Advance by"
          name="duration"
          defaultValue="PT10M"
          mono
          required
          hint="An ISO 8601 duration, such as PT10M or P30D."
        />
        <Button type="submit">Advance</Button>
      </Form>
    </Panel>
  );
}
