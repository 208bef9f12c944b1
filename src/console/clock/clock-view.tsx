import { Button, CopyableCode } from '../parts/button.tsx';
import { Panel } from '../parts/panel.tsx';
import { saveDocument } from '../parts/save-file.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { ChaosPanel } from './chaos-panel.tsx';
import { ClockPanel } from './clock-panel.tsx';
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
