import { BrowserProvider } from 'ethers';
import { offer } from './app.ts';

const provider = await BrowserProvider.discover();
if (provider === null) throw new Error('no wallet was announced');

offer({
  connect: async () => (await provider.getSigner()).getAddress(),
  sign: async (message, address) => (await provider.getSigner(address)).signMessage(message),
});
