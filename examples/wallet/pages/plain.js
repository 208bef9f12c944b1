import { signInWith } from './app/sign-in.js';

signInWith({
  async connect() {
    const [address] = await window.ethereum.request({ method: 'eth_requestAccounts' });
    return address;
  },
  sign: (message, address) =>
    window.ethereum.request({ method: 'personal_sign', params: [message, address] }),
});
