import { testWalletByAddress } from '../ports/test-wallets.ts';
import { FIRST_TEST_WALLETS } from '../ports/test-wallets.gen.ts';
import { refusalAt } from './control-refusal.ts';
import type { ControlHandler } from './handler.ts';

/** GET /wallets */
export const listWallets: ControlHandler<'listWallets'> = async () => ({
  status: 200,
  body: { items: FIRST_TEST_WALLETS.map(({ address, index }) => ({ address, index })) },
});

/** POST /wallets/{address}:sign: as `personal_sign` of the wallet would (EIP-191). */
export const signWithWallet: ControlHandler<'signWithWallet'> = async (
  { path, body },
  { services },
) => {
  const wallet = testWalletByAddress(path.address);
  if (wallet === undefined) {
    throw refusalAt(
      '/path/address',
      'walletUnknown',
      `${path.address} is no test wallet.`,
      'must be the address of a test wallet: GET /wallets lists them',
    );
  }
  const signature = await services.signatures.sign(body.message, wallet.privateKey);
  return { status: 200, body: { signature } };
};
