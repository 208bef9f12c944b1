/** Converts users and transactions to responses of the control API. */
import { findFixedCodeOfUser } from '../../accounts/fixed-code.ts';
import { findFlagCategory } from '../../domain/flags.ts';
import type { Transaction, User } from '../../domain/records.ts';
import { exportWallet } from '../../scenarios/export.ts';
import type { View } from '../../store/store.ts';
import type { ControlSchemas } from '../request/handler.ts';

export async function toSandboxUser(
  view: View,
  user: User,
): Promise<ControlSchemas['SandboxUser']> {
  const { dialect } = view.settings;
  const fixedCode = await findFixedCodeOfUser(view, user);
  return {
    id: user.id,
    key: user.key,
    phoneNumber: user.phoneNumber,
    emailAddress: user.emailAddress,
    personalInformation: user.personalInformation,
    kyc: user.kyc === null ? null : { status: user.kyc },
    flags: user.flags.map((code) => ({ code, category: findFlagCategory(code, dialect) })),
    wallets: user.wallets.map(exportWallet),
    transactions: user.transactions.map(toSandboxTransaction),
    linkedClients: [...user.linkedClients],
    createTime: user.createTime,
    updateTime: user.updateTime,
    ...(fixedCode !== null && { fixedCode }),
  };
}

export function toSandboxTransaction(transaction: Transaction): ControlSchemas['Transaction'] {
  const { id, key, cryptoStatus, returned, transactionHash, createTime, updateTime } = transaction;
  return {
    id,
    key,
    cryptoStatus,
    returned,
    ...(transactionHash === null ? {} : { transactionHash }),
    createTime,
    updateTime,
  };
}
