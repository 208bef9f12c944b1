import { authenticateWallet } from './authenticate-wallet.mjs';
import { conformLatency } from './conform-latency.mjs';
import { consoleView } from './console.mjs';
import { connections } from './connections.mjs';
import { commands } from './commands.mjs';
import { eachOperation } from './each-operation.mjs';
import { getUser } from './get-user.mjs';
import { installSize } from './install-size.mjs';
import { loading } from './loading.mjs';
import { manyWorkspaces } from './many-workspaces.mjs';
import { startUp } from './start-up.mjs';
import { startWalletAuth } from './start-wallet-auth.mjs';
import { stores } from './stores.mjs';
import { testKit } from './test-kit.mjs';
import { walletSignIn } from './wallet-sign-in.mjs';
import { workspaceMemory } from './workspace-memory.mjs';
import { workspaces } from './workspaces.mjs';
import { workspacesHttp } from './workspaces-http.mjs';

/** In the order in which they run. */
export const measurements = [
  startWalletAuth,
  authenticateWallet,
  eachOperation,
  getUser,
  startUp,
  stores,
  workspaces,
  workspacesHttp,
  workspaceMemory,
  testKit,
  walletSignIn,
  consoleView,
  commands,
  loading,
  connections,
  manyWorkspaces,
  conformLatency,
  installSize,
];
