import { drawUnissuedChallenge, signWithFault } from '../ports/signatures/invalid-signature.ts';
import { findTestWallet } from '../ports/test-wallets.ts';
import { FIRST_TEST_WALLETS } from '../ports/first-test-wallets.ts';
import { createRefusalAt } from './request/control-refusal.ts';
import type { ControlHandlers } from './request/handler.ts';
import { slicePage, parsePage } from './request/page.ts';

export const walletHandlers = {
  async listWallets({ query }) {
    const wallets = FIRST_TEST_WALLETS.map(({ address, index }) => ({ address, index }));
    return { status: 200, body: slicePage(wallets, parsePage(query)) };
  },

  async addWalletRecords({ body: { records } }, { services, workspaceId }) {
    const { observations } = services.journals.getJournal(workspaceId);
    for (const record of records) observations.addWalletRecord(record);
    return { status: 204 };
  },

  /** POST /wallets/{address}:sign: signs like `personal_sign` (EIP-191); `fault` makes the signature invalid. */
  async signWithWallet(
    { path, body: { message, fault, previous } },
    { services: { signatures, store }, workspaceName },
  ) {
    const wallet = findTestWallet(path.address);
    if (wallet === undefined) {
      const problem = `${path.address} is not a test wallet.`;
      const expected = 'must be the address of a test wallet, as listed by GET /sandbox/wallets';
      throw createRefusalAt('/path/address', 'walletUnknown', problem, expected);
    }
    const { privateKey } = wallet;
    if (fault === undefined) {
      return { status: 200, body: { signature: await signatures.sign(message, privateKey) } };
    }
    const scope = await store.read(workspaceName, async (view) => view.scope);
    // For `staleChallenge`. Default: a challenge that was never issued, as the sandbox stores no earlier ones.
    const previousChallenge = previous ?? drawUnissuedChallenge(message, scope);
    const input = { message, previous: previousChallenge, privateKey };
    return { status: 200, body: { signature: await signWithFault(fault, input, signatures) } };
  },
} satisfies ControlHandlers;
