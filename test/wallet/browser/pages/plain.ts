import type { Provider } from '../../../../src/wallet/page/provider.ts';
import { exposeApp } from './app.ts';

const { ethereum } = globalThis as unknown as { ethereum: Provider };

exposeApp({
  async connect() {
    const [address] = (await ethereum.request({ method: 'eth_requestAccounts' })) as [string];
    return address;
  },
  async sign(message, address) {
    return String(await ethereum.request({ method: 'personal_sign', params: [message, address] }));
  },
});
