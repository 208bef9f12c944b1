/** Reads and writes wallets with walletNetwork, walletType or both (§2.2). */
import type { Dialect } from '../../dialect/dialect.ts';
import { KNOWN_TYPE, NETWORK_OF_KNOWN_TYPE } from '../../domain/identity.ts';
import type { WalletIdentity } from '../../domain/records.ts';
import { walletNetworks } from '../closed-lists.gen.ts';
import type { UserObject, WalletNetwork, WalletType } from '../types.ts';
import { toRequestWithBody, getText, findText } from './request-parts.ts';
import type { WireRequest, WrittenRequest } from './request-parts.ts';

type WalletInUser = UserObject['wallets'][number];

/**
 * Reads the wallet. If the deployment uses only one of the two fields and accepts the other (`wallet.both:
 * accept`), ignores the other field.
 */
export function readWalletIdentity(request: WireRequest, dialect: Dialect): WalletIdentity {
  const { variant } = dialect.wallet;
  return {
    address: getText(request.body, 'walletAddress'),
    network: variant === 'type' ? null : findNetwork(request.body),
    // The validator has already rejected types outside `wallet.types`.
    type:
      variant === 'network' ? null : (findText(request.body, 'walletType') as WalletType | null),
  };
}

export function writeWalletIdentity(wallet: WalletIdentity, dialect: Dialect): WrittenRequest {
  const field = chooseField(wallet, dialect);
  return toRequestWithBody({
    walletAddress: wallet.address,
    ...(field === 'unchanged' ? toPresentFields(wallet) : toField(wallet, field, dialect)),
  });
}

function chooseField(wallet: WalletIdentity, dialect: Dialect): 'network' | 'type' | 'unchanged' {
  const { variant, both } = dialect.wallet;
  if (variant !== 'either') return variant;
  const hasBoth = wallet.network !== null && wallet.type !== null;
  return hasBoth && both === 'reject' ? 'network' : 'unchanged';
}

/** Writes a wallet of the user read under the field that the dialect emits (`wallet.emits`). */
export function writeUserWallet(wallet: WalletInUser, dialect: Dialect): unknown {
  const { emits } = dialect.wallet;
  if (emits === 'asReceived') return wallet;
  const { walletAddress, walletNetwork, walletType, status } = wallet;
  const fields = { network: walletNetwork ?? null, type: walletType ?? null };
  return { walletAddress, ...toField(fields, emits, dialect), status };
}

type WalletFields = Pick<WalletIdentity, 'network' | 'type'>;

function toPresentFields({ network, type }: WalletFields): Record<string, string> {
  return {
    ...(network === null ? {} : { walletNetwork: network }),
    ...(type === null ? {} : { walletType: type }),
  };
}

function toField(
  { network, type }: WalletFields,
  field: 'network' | 'type',
  dialect: Dialect,
): Record<string, string> {
  if (field === 'network') return { walletNetwork: network ?? NETWORK_OF_KNOWN_TYPE };
  const { types } = dialect.wallet;
  const defaultType = types.includes(KNOWN_TYPE) ? KNOWN_TYPE : types[0];
  return { walletType: type ?? defaultType ?? KNOWN_TYPE };
}

function findNetwork(body: unknown): WalletNetwork | null {
  const network = findText(body, 'walletNetwork');
  if (network === null) return null;
  const known = walletNetworks.find((candidate) => candidate === network);
  if (known !== undefined) return known;
  throw new TypeError('walletNetwork is not a network of the interface');
}
