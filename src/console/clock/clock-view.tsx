import { control, readBody } from '../api/control.ts';
import type { Schemas } from '../api/schemas.ts';
import { Button, CopyableCode, Segments } from '../parts/button.tsx';
import { TextField, Form, toOptions, listNames } from '../parts/form.tsx';
import { Panel, Loaded } from '../parts/panel.tsx';
import { saveDocument } from '../parts/save-file.ts';
import { formatInstant } from '../parts/times.ts';
import { isClockFrozen, setClock, useNow } from '../state/clock.ts';
import { confirmChange, useResource } from '../state/live.ts';
import { notifyFailure } from '../state/toasts.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { FaultsPanel } from './faults-panel.tsx';

export function ClockView() {
  const { health } = useFacts();
  const saveSnapshot = () =>
    saveDocument(`${health.workspace}-snapshot.yaml`, '/scenario?runtime=true', 'application/yaml');

  return (
    <div class="panels">
      <ClockPanel />
      <FaultsPanel />
      <ChaosPanel />
      <Panel
        title="Reproduce this run"
        actions={
          <Button icon="download" onClick={saveSnapshot}>
            Save a snapshot
          </Button>
        }
      >
        <p>
          All random values of this workspace (challenges, codes, ids) are derived from its seed. A
          sandbox started with the same seed produces the same values in the same order. A snapshot
          contains the full current state, including secrets.
        </p>
        <p class="identity">
          Seed <CopyableCode text={String(health.seed)} what="the seed" />
        </p>
      </Panel>
    </div>
  );
}

const STEPS = [
  { duration: 'PT30S', text: '30 s' },
  { duration: 'PT5M', text: '5 min' },
  { duration: 'PT1H', text: '1 h' },
  { duration: 'P1D', text: '1 day' },
] as const;

/** The workspace clock, which determines expiry and settlement. Its time never decreases. */
function ClockPanel() {
  const now = useNow();
  const isFrozen = isClockFrozen();

  const update = async (body: Schemas['UpdateClock'], text: string) =>
    setClock(await confirmChange(control.value.PATCH('/clock', { body }), text));
  const setFrozen = (frozen: boolean) =>
    update({ frozen }, frozen ? 'The clock is frozen.' : 'The clock is running.');
  const advance = (duration: string, text = duration) =>
    update({ advance: duration }, `The clock has advanced by ${text}.`);

  return (
    <Panel
      title="Workspace clock"
      actions={
        <Button pressed={isFrozen} onClick={() => setFrozen(!isFrozen)}>
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

const LEVELS: readonly Schemas['ChaosLevel'][] = ['off', 'low', 'high'];

const KINDS: Readonly<Record<Schemas['ChaosKind'], string>> = {
  unknownFields: 'Unknown fields',
  unknownFlag: 'An unknown flag code',
  rateLimit: 'Status 429 with Retry-After',
  slowResponse: 'Slow responses',
  longPending: 'Transactions that stay PENDING for longer',
  challengePhrase: 'Another challenge phrase',
};

function ChaosPanel() {
  const chaos = useResource((signal) => readBody(control.value.GET('/chaos', { signal })));
  return (
    <Loaded resource={chaos}>
      {({ level: current, kinds, maxConsecutive }) => {
        const set = (change: Partial<Schemas['SetChaos']>) => {
          const body = { level: current, kinds, maxConsecutive, ...change };
          const text = body.level === 'off' ? 'Chaos is off.' : `Chaos is ${body.level}.`;
          return confirmChange(control.value.PUT('/chaos', { body }), text);
        };
        return (
          <Panel title="Chaos">
            <p class="lead">
              Legal but unusual behaviour that breaks careless clients. Reproducible by the seed.
            </p>
            <Segments
              label="Level of chaos"
              options={toOptions(LEVELS)}
              selected={current}
              onSelect={(level) => set({ level })}
            />
            <KindChoice kinds={kinds} onChange={(kinds) => set({ kinds })} />
          </Panel>
        );
      }}
    </Loaded>
  );
}

type Kinds = Schemas['Chaos']['kinds'];

interface KindChoiceProps {
  readonly kinds: Kinds;
  readonly onChange: (kinds: Kinds) => Promise<unknown>;
}

function KindChoice({ kinds, onChange }: KindChoiceProps) {
  return (
    <fieldset class="stack tight">
      <legend class="visually-hidden">Kinds of chaos</legend>
      {listNames(KINDS).map((kind) => {
        const isSelected = kinds.includes(kind);
        const remaining = kinds.filter((name) => name !== kind);
        return (
          <label key={kind} class="line">
            <input
              type="checkbox"
              checked={isSelected}
              disabled={isSelected && remaining.length === 0}
              onChange={() => {
                onChange(isSelected ? remaining : [...kinds, kind]).catch(notifyFailure);
              }}
            />
            {KINDS[kind]}
          </label>
        );
      })}
    </fieldset>
  );
}
