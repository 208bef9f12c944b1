import { Segments } from '../parts/button.tsx';
import { goTo, route } from '../state/route.ts';
import { AppMessagesPanel } from './app-messages-panel.tsx';
import { ClientReportPanel } from './client-report-panel.tsx';
import { ConformReportPanel } from './conform-report-panel.tsx';

const REPORTS = [
  { value: 'client', text: 'Client report' },
  { value: 'conform', text: 'Conformance report' },
  { value: 'texts', text: 'App messages' },
] as const;

const PANELS = {
  client: ClientReportPanel,
  conform: ConformReportPanel,
  texts: AppMessagesPanel,
} as const;

export function ReportsView() {
  const { value: chosen } = REPORTS.find(({ value }) => value === route.value.item) ?? REPORTS[0];
  const Shown = PANELS[chosen];
  return (
    <>
      <Segments
        label="Report"
        options={REPORTS}
        chosen={chosen}
        onChoose={(item) => goTo({ view: 'reports', item })}
      />
      <Shown />
    </>
  );
}
