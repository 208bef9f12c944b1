import type { Signatures } from '../ports/signatures.ts';

/** Signatures among which some are taken for those of a wallet whose key nobody here has. */
export interface StandInSignatures extends Signatures {
  /** @returns a signature that is taken for one of that wallet over whatever text */
  standIn(address: string): string;
}

export function withStandIns(real: Signatures): StandInSignatures {
  const addresses = new Map<string, string>();
  return {
    standIn(address) {
      const number = (addresses.size + 1).toString(16);
      const signature = `0x${number.padStart(128, '0')}1b`;
      addresses.set(signature, address.toLowerCase());
      return signature;
    },
    async recover(message, signature, accepts) {
      const address = addresses.get(signature);
      return address === undefined
        ? real.recover(message, signature, accepts)
        : { outcome: 'recovered', address };
    },
    sign: (message, privateKey) => real.sign(message, privateKey),
  };
}
