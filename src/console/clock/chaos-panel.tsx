import { readBody, getControlClient } from '../api/control.ts';
import type { Schemas } from '../api/schemas.ts';
import { toOptions } from '../parts/field.tsx';
import { listNames } from '../parts/names-of.ts';
import { Loaded, Panel } from '../parts/panel.tsx';
import { Segments } from '../parts/button.tsx';
import { useResource } from '../state/live.ts';
import { notify, notifyFailure } from '../state/toasts.ts';

type Chaos = Schemas['Chaos'];

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
  const chaos = useResource((signal) => readBody(getControlClient().GET('/chaos', { signal })));

  async function set(body: Schemas['SetChaos']) {
    await readBody(getControlClient().PUT('/chaos', { body }));
    notify(body.level === 'off' ? 'Chaos is off.' : `Chaos is ${body.level}.`);
    chaos.reload();
  }

  return (
    <Loaded resource={chaos}>
      {(current) => (
        <Panel title="Chaos">
          <p class="lead">
            Legal but unusual behaviour that breaks careless clients. Reproducible by the seed.
          </p>
          <Segments
            label="Level of chaos"
            options={toOptions(LEVELS)}
            chosen={current.level}
            onChoose={(level) => set({ ...toSetting(current), level })}
          />
          <KindChoice current={current} onChange={set} />
        </Panel>
      )}
    </Loaded>
  );
}

function KindChoice({
  current,
  onChange,
}: {
  current: Chaos;
  onChange: (setting: Schemas['SetChaos']) => Promise<void>;
}) {
  function toggle(kind: Schemas['ChaosKind']) {
    const kinds = current.kinds.includes(kind)
      ? current.kinds.filter((other) => other !== kind)
      : [...current.kinds, kind];
    onChange({ ...toSetting(current), kinds }).catch(notifyFailure);
  }

  return (
    <fieldset class="checks">
      <legend class="visually-hidden">Kinds of chaos</legend>
      {listNames(KINDS).map((kind) => {
        const isChosen = current.kinds.includes(kind);
        return (
          <label key={kind}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={isChosen && current.kinds.length === 1}
              onChange={() => toggle(kind)}
            />
            {KINDS[kind]}
          </label>
        );
      })}
    </fieldset>
  );
}

/** Returns the setting without the values drawn for the workspace. */
function toSetting({ level, kinds, maxConsecutive }: Chaos): Schemas['SetChaos'] {
  return { level, kinds, maxConsecutive };
}
