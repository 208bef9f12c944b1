import { Tabs } from '../parts/tabs.tsx';
import { goTo, route } from '../state/route.ts';
import { ClientReportPanel } from './client-report-panel.tsx';
import { ConformReportPanel } from './conform-report-panel.tsx';

const TABS = [
  { name: 'client', text: 'Client report' },
  { name: 'conform', text: 'Conform report' },
] as const;

/** What the clients did wrong here, and what a run of `flagbearer conform` found elsewhere. */
export function ReportsView() {
  const chosen = TABS.find(({ name }) => name === route.value.item)?.name ?? 'client';
  return (
    <Tabs
      label="Report"
      tabs={TABS}
      chosen={chosen}
      onChoose={(item) => goTo({ view: 'reports', item })}
    >
      {chosen === 'client' ? <ClientReportPanel /> : <ConformReportPanel />}
    </Tabs>
  );
}
