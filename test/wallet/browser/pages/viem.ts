import { createStore } from 'mipd';
import { createWalletClient, custom, getAddress } from 'viem';
import { mainnet } from 'viem/chains';
import { exposeApp } from './app.ts';

const [wallet] = createStore().getProviders();
if (wallet === undefined) throw new Error('no wallet was announced');
const client = createWalletClient({ chain: mainnet, transport: custom(wallet.provider) });

exposeApp({
  async connect() {
    const [address] = await client.requestAddresses();
    return String(address);
  },
  sign: async (message, address) => client.signMessage({ account: getAddress(address), message }),
});
