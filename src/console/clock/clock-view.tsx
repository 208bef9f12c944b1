import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Panel } from '../parts/panel.tsx';
import { useFacts } from '../state/workspace-facts.ts';
import { ChaosPanel } from './chaos-panel.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import { saveFile } from '../parts/save-file.ts';
import { openControl } from '../api/control.ts';

/** Time, and what goes wrong on purpose. */
export function ClockView() {
  const { health, name } = useFacts();

  async function saveSnapshot() {
    const accept = 'application/yaml';
    const response = await openControl(name, '/scenario?runtime=true', { accept });
    saveFile(`${name}-snapshot.yaml`, await response.text(), accept);
  }

  return (
    <div class="panels">
      <ClockPanel />
      <FaultsPanel />
      <ChaosPanel />
      <Panel
        title="The same run again"
        actions={
          <Button icon="download" onClick={saveSnapshot}>
            Save a snapshot
          </Button>
        }
      >
        <p>
          Everything random in this workspace, challenges, codes, ids, is drawn from its seed. A
          sandbox that is started with it makes the same draws in the same order. A snapshot takes
          along all that has happened, secrets included.
        </p>
        <p class="seed">
          Seed <code>{health.seed}</code>
          <CopyButton text={String(health.seed)} what="the seed" />
        </p>
      </Panel>
    </div>
  );
}
