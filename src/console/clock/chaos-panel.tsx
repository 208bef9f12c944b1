import { control, readBody } from '../api/control.ts';
import type { Schemas } from '../api/schemas.ts';
import { toOptions } from '../parts/form.tsx';
import { listNames } from '../parts/names-of.ts';
import { Loaded, Panel } from '../parts/panel.tsx';
import { Segments } from '../parts/button.tsx';
import { sendChange, useResource } from '../state/live.ts';
import { notifyFailure } from '../state/toasts.ts';

const LEVELS: readonly Schemas['ChaosLevel'][] = ['off', 'low', 'high'];

const KINDS: Readonly<Record<Schemas['ChaosKind'], string>> = {
  unknownFields: 'Unknown fields',
  unknownFlag: 'An unknown flag code',
  rateLimit: 'Status 429 with Retry-After',
  slowResponse: 'Slow responses',
  longPending: 'Transactions that stay PENDING for longer',
  challengePhrase: 'Another challenge phrase',
};

export function ChaosPanel() {
  const chaos = useResource((signal) => readBody(control.value.GET('/chaos', { signal })));
  return (
    <Loaded resource={chaos}>
      {({ level: current, kinds, maxConsecutive }) => {
        const set = (change: Partial<Schemas['SetChaos']>) => {
          const body = { level: current, kinds, maxConsecutive, ...change };
          const text = body.level === 'off' ? 'Chaos is off.' : `Chaos is ${body.level}.`;
          return sendChange(control.value.PUT('/chaos', { body }), text);
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
