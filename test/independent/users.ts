import { computeAddress, id as hashText } from 'ethers';
import { randomUUID } from 'node:crypto';

import type { CryptoStatus, Flag, KycStatus, SeededAccount } from './accounts.ts';
import type { Channel } from './variant.ts';

interface Transaction {
  readonly id: string;
  readonly cryptoStatus: CryptoStatus;
  readonly returned: boolean;
  readonly transactionHash: string | undefined;
}

export interface User {
  readonly id: string;
  readonly createTime: string;
  updateTime: string;
  readonly name: string | undefined;
  phoneNumber: string | undefined;
  emailAddress: string | undefined;
  readonly kycStatus: KycStatus | undefined;
  readonly flags: readonly Flag[];
  readonly transactions: readonly Transaction[];
}

interface Wallet {
  readonly address: string;
  readonly owner: User;
  status: 'verified' | 'unverified';
}

/** Users, shared by all client applications. §1 */
export class Users {
  readonly #byId = new Map<string, User>();
  readonly #byDestination = new Map<string, User>();
  readonly #wallets = new Map<string, Wallet>();

  constructor(accounts: readonly SeededAccount[]) {
    for (const account of accounts) this.#seed(account);
  }

  findById(id: string): User | undefined {
    return this.#byId.get(id);
  }

  findByDestination(channel: Channel, destination: string): User | undefined {
    return this.#byDestination.get(`${channel} ${destination}`);
  }

  findWallet(address: string): Wallet | undefined {
    return this.#wallets.get(address);
  }

  listWallets(user: User): Wallet[] {
    return [...this.#wallets.values()].filter(({ owner }) => owner === user);
  }

  signUp(account: Partial<SeededAccount> = {}): User {
    const now = new Date().toISOString();
    const user: User = {
      id: randomUUID(),
      createTime: now,
      updateTime: now,
      name: account.name,
      phoneNumber: undefined,
      emailAddress: undefined,
      kycStatus: account.kycStatus,
      flags: account.flags ?? [],
      transactions: (account.transactions ?? []).map(({ cryptoStatus, returned }) => {
        const id = randomUUID();
        const transactionHash = cryptoStatus === 'COMPLETE' ? hashText(id) : undefined;
        return { id, cryptoStatus, returned: returned === true, transactionHash };
      }),
    };
    this.#byId.set(user.id, user);
    return user;
  }

  addDestination(user: User, channel: Channel, destination: string): void {
    this.#byDestination.set(`${channel} ${destination}`, user);
    if (channel === 'sms') user.phoneNumber ??= destination;
    else user.emailAddress ??= destination;
    user.updateTime = new Date().toISOString();
  }

  addWallet(owner: User, address: string, status: Wallet['status']): void {
    this.#wallets.set(address, { address, owner, status });
    owner.updateTime = new Date().toISOString();
  }

  verify(wallet: Wallet): void {
    if (wallet.status === 'verified') return;
    wallet.status = 'verified';
    wallet.owner.updateTime = new Date().toISOString();
  }

  #seed(account: SeededAccount): void {
    const { phoneNumber, emailAddress, privateKey } = account;
    const user = this.signUp(account);
    if (phoneNumber !== undefined) this.addDestination(user, 'sms', phoneNumber);
    if (emailAddress !== undefined) this.addDestination(user, 'email', emailAddress);
    if (privateKey !== undefined) {
      this.addWallet(user, computeAddress(privateKey).toLowerCase(), 'verified');
    }
  }
}

export function isFraud(user: User): boolean {
  return user.flags.some(({ category }) => category === 'Fraud');
}
