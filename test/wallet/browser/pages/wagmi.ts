import { connect, createConfig, getConnection, http, signMessage } from '@wagmi/core';
import { mainnet, polygon } from '@wagmi/core/chains';
import { getAddress } from 'viem';
import { exposeApp } from './app.ts';

// wagmi finds the wallet by its EIP-6963 announcement, with the package mipd.
const config = createConfig({
  chains: [mainnet, polygon],
  transports: { [mainnet.id]: http(), [polygon.id]: http() },
});
const [connector] = config.connectors;
if (connector === undefined) throw new Error('no wallet was announced');

exposeApp({
  async connect() {
    const { address, status } = getConnection(config);
    if (status === 'connected') return address;
    const { accounts } = await connect(config, { connector });
    return accounts[0];
  },
  sign: async (message, address) =>
    signMessage(config, { account: getAddress(address), connector, message }),
});
