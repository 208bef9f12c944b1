/** The control API: an operation exists because control.yaml names it. */
import { getChaos, setChaos } from './chaos.ts';
import { getClientReport } from './client-report.ts';
import { getClock, updateClock } from './clock.ts';
import { getControlApi, getDialect, getJwks, getOpenApi } from './contracts.ts';
import { getExpectations } from './expectations.ts';
import { addFault, clearFaults, getFaults, setFaults } from './faults.ts';
import type { ControlHandler, ControlOperationId } from './handler.ts';
import { getHealth, getReady } from './health.ts';
import { emptyInbox, listInbox } from './inbox.ts';
import { emptyJournal, readJournal } from './journal.ts';
import { getRepro } from './repro.ts';
import { exportScenario, listScenarios, loadScenario, reset } from './scenario.ts';
import { returnTransaction, settleTransaction, submitTransaction } from './transactions.ts';
import { listUsers, readUser, submitKyc, updateUser } from './users.ts';
import { listWallets, signWithWallet } from './wallets.ts';
import { createWorkspace, deleteWorkspace, listWorkspaces } from './workspaces.ts';

/** Does not compile while an operation of the document has no handler here. */
export const handlers: { readonly [Id in ControlOperationId]: ControlHandler<Id> } = {
  getHealth,
  getReady,
  getOpenApi,
  getControlApi,
  getJwks,
  getDialect,
  listScenarios,
  exportScenario,
  loadScenario,
  reset,
  listUsers,
  readUser,
  updateUser,
  getExpectations,
  submitKyc,
  submitTransaction,
  settleTransaction,
  returnTransaction,
  listInbox,
  emptyInbox,
  getClock,
  updateClock,
  getFaults,
  setFaults,
  addFault,
  clearFaults,
  getChaos,
  setChaos,
  readJournal,
  emptyJournal,
  getRepro,
  getClientReport,
  listWallets,
  signWithWallet,
  listWorkspaces,
  createWorkspace,
  deleteWorkspace,
};
