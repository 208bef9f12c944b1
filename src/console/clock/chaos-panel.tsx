import { useId } from 'preact/hooks';

import { bodyOf, control } from '../api/control.ts';
import type { Schemas } from '../api/schemas.ts';
import { Button } from '../parts/button.tsx';
import { namesOf } from '../parts/names-of.ts';
import { Loaded } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { useResource } from '../state/resource.ts';
import { workspace } from '../state/route.ts';
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

/** What a legal deployment may do, and a careless client breaks on. */
export function ChaosPanel() {
  const chaos = useResource(
    (signal) => bodyOf(control(workspace.value).GET('/chaos', { signal })),
    [workspace.value],
  );

  async function set(body: Schemas['SetChaos']) {
    await bodyOf(control(workspace.value).PUT('/chaos', { body }));
    notify(body.level === 'off' ? 'Chaos is off.' : `Chaos is ${body.level}.`);
    chaos.reload();
  }

  return (
    <Loaded resource={chaos}>
      {(present) => (
        <Panel title="Chaos">
          <p class="lead">
            Legal but unusual behaviour that breaks careless clients. Reproducible by the seed.
          </p>
          <div class="segments" role="group" aria-label="Level of chaos">
            {LEVELS.map((level) => (
              <Button
                key={level}
                pressed={level === present.level}
                onClick={() => set({ ...settingOf(present), level })}
              >
                {level}
              </Button>
            ))}
          </div>
          <KindChoice present={present} onChange={set} />
        </Panel>
      )}
    </Loaded>
  );
}

function KindChoice({
  present,
  onChange,
}: {
  readonly present: Chaos;
  readonly onChange: (setting: Schemas['SetChaos']) => Promise<void>;
}) {
  const id = useId();

  function toggle(kind: Schemas['ChaosKind']) {
    const kinds = present.kinds.includes(kind)
      ? present.kinds.filter((other) => other !== kind)
      : [...present.kinds, kind];
    onChange({ ...settingOf(present), kinds }).catch(notifyFailure);
  }

  return (
    <fieldset class="checks">
      <legend class="unseen">Kinds of chaos</legend>
      {namesOf(KINDS).map((kind) => {
        const isChosen = present.kinds.includes(kind);
        return (
          <label key={kind} for={`${id}-${kind}`}>
            <input
              type="checkbox"
              id={`${id}-${kind}`}
              checked={isChosen}
              disabled={isChosen && present.kinds.length === 1}
              onChange={() => toggle(kind)}
            />
            {KINDS[kind]}
          </label>
        );
      })}
    </fieldset>
  );
}

/** What was set, without what was chosen by the draws. */
function settingOf({ level, kinds, maxConsecutive }: Chaos): Schemas['SetChaos'] {
  return { level, kinds, maxConsecutive };
}
