import { drawUnissuedChallenge, signBadly } from '../ports/signatures/bad-signature.ts';
import { findTestWallet } from '../ports/test-wallets.ts';
import { FIRST_TEST_WALLETS } from '../ports/first-test-wallets.ts';
import { toRefusal } from './request/control-refusal.ts';
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

  /** POST /wallets/{address}:sign: signs like `personal_sign` (EIP-191), or with a fault. */
  async signWithWallet(
    { path, body: { message, fault, previous } },
    { services: { signatures, store }, workspace },
  ) {
    const wallet = findTestWallet(path.address);
    if (wallet === undefined) {
      const problem = `${path.address} is not a test wallet.`;
      const expected = 'must be the address of a test wallet, as listed by GET /sandbox/wallets';
      throw toRefusal('/path/address', 'walletUnknown', problem, expected);
    }
    const { privateKey } = wallet;
    if (fault === undefined) {
      return { status: 200, body: { signature: await signatures.sign(message, privateKey) } };
    }
    const scope = await store.read(workspace, async (view) => view.scope);
    // The sandbox does not store earlier challenges.
    const previousChallenge = previous ?? drawUnissuedChallenge(message, scope);
    const challenges = { message, previous: previousChallenge, privateKey };
    return { status: 200, body: { signature: await signBadly(fault, challenges, signatures) } };
  },
} satisfies ControlHandlers;
