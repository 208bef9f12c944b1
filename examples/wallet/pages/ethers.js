import { BrowserProvider } from 'ethers';

import { signInWith } from './app/sign-in.js';

const provider = await BrowserProvider.discover();

signInWith({
  connect: async () => (await provider.getSigner()).address,
  sign: async (message, address) => (await provider.getSigner(address)).signMessage(message),
});
