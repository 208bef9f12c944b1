import { BrowserProvider } from 'ethers';
import { exposeApp } from './app.ts';

const provider = await BrowserProvider.discover();
if (provider === null) throw new Error('no wallet was announced');

exposeApp({
  connect: async () => (await provider.getSigner()).getAddress(),
  sign: async (message, address) => (await provider.getSigner(address)).signMessage(message),
});
