import { createWalletClient, custom } from 'viem';
import { mainnet } from 'viem/chains';

import { signInWith } from './app/sign-in.js';

const client = createWalletClient({ chain: mainnet, transport: custom(window.ethereum) });

signInWith({
  async connect() {
    const [address] = await client.requestAddresses();
    return address;
  },
  sign: (message, account) => client.signMessage({ account, message }),
});
