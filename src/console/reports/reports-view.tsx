import { Segments } from '../parts/button.tsx';
import { goTo, route } from '../state/route.ts';
import { AppMessagesPanel } from './app-messages-panel.tsx';
import { ClientReportPanel } from './client-report-panel.tsx';
import { ConformReportPanel } from './conform-report-panel.tsx';

const REPORTS = [
  { value: 'client', text: 'Client report', Panel: ClientReportPanel },
  { value: 'conform', text: 'Conformance report', Panel: ConformReportPanel },
  { value: 'texts', text: 'App messages', Panel: AppMessagesPanel },
] as const;

export function ReportsView() {
  const { value, Panel } =
    REPORTS.find((report) => report.value === route.value.item) ?? REPORTS[0];
  return (
    <>
      <Segments
        label="Report"
        options={REPORTS}
        selected={value}
        onSelect={(item) => goTo({ view: 'reports', item })}
      />
      <Panel />
    </>
  );
}
