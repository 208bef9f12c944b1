import { Tabs } from '../parts/tabs.tsx';
import { goTo, route } from '../state/route.ts';
import { AppTextsPanel } from './app-texts-panel.tsx';
import { ClientReportPanel } from './client-report-panel.tsx';
import { ConformReportPanel } from './conform-report-panel.tsx';

const TABS = [
  { name: 'client', text: 'Client report' },
  { name: 'conform', text: 'Conform report' },
  { name: 'texts', text: 'App messages' },
] as const;

const PANELS = {
  client: ClientReportPanel,
  conform: ConformReportPanel,
  texts: AppTextsPanel,
} as const;

/** The client report, the check of message files, and the results of `flagbearer conform`. */
export function ReportsView() {
  const chosen = TABS.find(({ name }) => name === route.value.item)?.name ?? 'client';
  const Shown = PANELS[chosen];
  return (
    <Tabs
      label="Report"
      tabs={TABS}
      chosen={chosen}
      onChoose={(item) => goTo({ view: 'reports', item })}
    >
      <Shown />
    </Tabs>
  );
}
