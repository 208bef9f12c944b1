import { drawUnissued, signBadly } from '../ports/signatures/bad-signature.ts';
import { findTestWallet } from '../ports/test-wallets.ts';
import { FIRST_TEST_WALLETS } from '../ports/first-test-wallets.ts';
import { toRefusal } from './request/control-refusal.ts';
import type { ControlHandlers } from './request/handler.ts';
import { slicePage, parsePage } from './request/page.ts';

export const walletHandlers = {
  /** GET /wallets */
  async listWallets({ query }) {
    const wallets = FIRST_TEST_WALLETS.map(({ address, index }) => ({ address, index }));
    return { status: 200, body: slicePage(wallets, parsePage(query)) };
  },

  /** POST /wallet-records */
  async addWalletRecords({ body: { records } }, { services, workspaceId }) {
    const { observations } = services.journals.getJournal(workspaceId);
    for (const record of records) observations.addWalletRecord(record);
    return { status: 204 };
  },

  /** POST /wallets/{address}:sign: signs like `personal_sign` (EIP-191), or invalidly. */
  async signWithWallet(
    { path, body: { message, fault, previous } },
    { services: { signatures, store }, workspace },
  ) {
    const wallet = findTestWallet(path.address);
    if (wallet === undefined) {
      throw toRefusal(
        '/path/address',
        'walletUnknown',
        `${path.address} is not a test wallet.`,
        'must be the address of a test wallet, as listed by GET /sandbox/wallets',
      );
    }
    const { privateKey } = wallet;
    const signature =
      fault === undefined
        ? await signatures.sign(message, privateKey)
        : await signBadly(
            fault,
            { message, previous: previous ?? (await drawOtherChallenge(message)), privateKey },
            signatures,
          );
    return { status: 200, body: { signature } };

    /** Returns a challenge in place of an earlier one, which the sandbox does not store. */
    async function drawOtherChallenge(challenge: string): Promise<string> {
      return drawUnissued(challenge, await store.read(workspace, async ({ scope }) => scope));
    }
  },
} satisfies ControlHandlers;
