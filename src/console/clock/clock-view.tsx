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

  async function save(file: string, path: string, mediaType: string) {
    const response = await openControl(name, path, { accept: mediaType });
    saveFile(`${name}-${file}`, await response.text(), mediaType);
  }

  return (
    <div class="panels">
      <ClockPanel />
      <FaultsPanel />
      <ChaosPanel />
      <Panel
        title="The same run again"
        actions={
          <>
            <Button
              icon="download"
              onClick={() => save('snapshot.yaml', '/scenario?runtime=true', 'application/yaml')}
            >
              Save a snapshot
            </Button>
            <Button icon="download" onClick={() => save('run.json', '/repro', 'application/json')}>
              Save the run
            </Button>
          </>
        }
      >
        <p>
          Everything random in this workspace, challenges, codes, ids, is drawn from its seed. A
          sandbox that is started with it makes the same draws in the same order. A snapshot takes
          along all that has happened, secrets included. The run has every call since the start, and
          is played again by <code>flagbearer repro run</code>.
        </p>
        <p class="seed">
          Seed <code>{health.seed}</code>
          <CopyButton text={String(health.seed)} what="the seed" />
        </p>
      </Panel>
    </div>
  );
}
