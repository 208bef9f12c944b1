import { connect, createConfig, getConnection, http, signMessage } from '@wagmi/core';
import { mainnet } from '@wagmi/core/chains';

import { signInWith } from './app/sign-in.js';

// The first connector is the wallet that announces itself (EIP-6963).
const config = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } });

signInWith({
  async connect() {
    const connection = getConnection(config);
    if (connection.status === 'connected') return connection.address;
    const { accounts } = await connect(config, { connector: config.connectors[0] });
    return accounts[0];
  },
  sign: (message, account) => signMessage(config, { account, message }),
});
