/** The control API: an operation exists because control.yaml names it. */
import { getChaos, setChaos } from './chaos.ts';
import { listChanges, undoChange } from './changes.ts';
import { getClientReport } from './client-report.ts';
import { getClock, updateClock } from './clock.ts';
import { getConformReport } from './conform-report.ts';
import { getControlApi, getDialect, getJwks, getOpenApi } from './contracts.ts';
import { addFault, clearFaults, getFaults, setFaults } from './faults.ts';
import type { ControlHandler, ControlOperationId } from './request/handler.ts';
import { getHealth, getReady } from './health.ts';
import { clearInbox, listInbox } from './inbox.ts';
import { clearJournal, readJournal } from './journal.ts';
import { checkMessages } from './messages.ts';
import { getMetrics } from './metrics.ts';
import {
  checkScenario,
  exportScenario,
  listScenarios,
  loadScenario,
  readScenario,
  reset,
} from './scenario.ts';
import { returnTransaction, settleTransaction, submitTransaction } from './transactions.ts';
import {
  getClientView,
  getExpectations,
  listUsers,
  readUser,
  submitKyc,
  updateUser,
} from './users.ts';
import { addWalletRecords, listWallets, signWithWallet } from './wallets.ts';
import { createWorkspace, deleteWorkspace, listWorkspaces, readWorkspace } from './workspaces.ts';

/** Does not compile while an operation of the document has no handler here. */
export const handlers: { readonly [Id in ControlOperationId]: ControlHandler<Id> } = {
  getHealth,
  getReady,
  getMetrics,
  getOpenApi,
  getControlApi,
  getJwks,
  getDialect,
  listScenarios,
  readScenario,
  checkScenario,
  exportScenario,
  loadScenario,
  reset,
  checkMessages,
  listUsers,
  readUser,
  updateUser,
  getExpectations,
  getClientView,
  listChanges,
  undoChange,
  submitKyc,
  submitTransaction,
  settleTransaction,
  returnTransaction,
  listInbox,
  clearInbox,
  getClock,
  updateClock,
  getFaults,
  setFaults,
  addFault,
  clearFaults,
  getChaos,
  setChaos,
  readJournal,
  clearJournal,
  getClientReport,
  getConformReport,
  listWallets,
  signWithWallet,
  addWalletRecords,
  listWorkspaces,
  createWorkspace,
  readWorkspace,
  deleteWorkspace,
};
