/** The control API, with the operations of control.yaml. */
import { changeHandlers } from './changes.ts';
import { chaosHandlers } from './chaos.ts';
import { clientReportHandlers } from './client-report.ts';
import { clockHandlers } from './clock.ts';
import { conformReportHandlers } from './conform-report.ts';
import { contractHandlers } from './contracts.ts';
import { faultHandlers } from './faults.ts';
import { healthHandlers } from './health.ts';
import { inboxHandlers } from './inbox.ts';
import { journalHandlers } from './journal.ts';
import { messageHandlers } from './messages.ts';
import { metricsHandlers } from './metrics.ts';
import { scenarioHandlers } from './scenario.ts';
import { transactionHandlers } from './transactions.ts';
import { userHandlers } from './users.ts';
import { walletHandlers } from './wallets.ts';
import { workspaceHandlers } from './workspaces.ts';
import type { ControlHandler, ControlOperationId } from './request/handler.ts';

/** The type requires a handler for each operation of the document. */
export const handlers: { readonly [Id in ControlOperationId]: ControlHandler<Id> } = {
  ...changeHandlers,
  ...chaosHandlers,
  ...clientReportHandlers,
  ...clockHandlers,
  ...conformReportHandlers,
  ...contractHandlers,
  ...faultHandlers,
  ...healthHandlers,
  ...inboxHandlers,
  ...journalHandlers,
  ...messageHandlers,
  ...metricsHandlers,
  ...scenarioHandlers,
  ...transactionHandlers,
  ...userHandlers,
  ...walletHandlers,
  ...workspaceHandlers,
};
