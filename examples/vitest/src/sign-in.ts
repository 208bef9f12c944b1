import { Rejected, type Service, type Session } from './service.ts';

/** A wallet that signs for the user, such as a browser extension. */
export interface SigningWallet {
  readonly address: string;
  sign(text: string): Promise<string>;
}

export type SignIn =
  | { readonly outcome: 'signedIn'; readonly session: Session }
  | { readonly outcome: 'tryAgain'; readonly message: string };

export async function signInWithWallet(service: Service, wallet: SigningWallet): Promise<SignIn> {
  const { challenge } = await service.startWalletSignIn(wallet.address);
  const signature = await wallet.sign(challenge);
  return toSignIn(
    service.finishWalletSignIn(wallet.address, signature),
    'Your wallet did not confirm the sign-in. Please try again.',
  );
}

/** @param askForCode asks the user for the code of the SMS */
export async function signInWithSms(
  service: Service,
  phoneNumber: string,
  askForCode: () => Promise<string>,
): Promise<SignIn> {
  const { phoneId } = await service.sendSms(phoneNumber);
  return toSignIn(
    service.finishSmsSignIn(phoneId, await askForCode()),
    'That code is not right, or too old. Please ask for a new one.',
  );
}

/** Returns the session, or the message if the service rejects the signature or code. */
async function toSignIn(session: Promise<Session>, message: string): Promise<SignIn> {
  try {
    return { outcome: 'signedIn', session: await session };
  } catch (error) {
    if (error instanceof Rejected && error.status === 401) return { outcome: 'tryAgain', message };
    throw error;
  }
}
