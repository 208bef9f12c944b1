/** Sends requests as the client wallet-app, and reads the journal. */
import type { JournalEntry } from '../../src/contract/control-types.ts';
import { RITA_WALLET } from '../control/people.ts';
import type { HttpResponse, TestSandbox } from '../control/sandbox.ts';

export const CLIENT = {
  'service-client-id': 'wallet-app',
  'service-client-secret': 'wallet-app-secret',
};

export const WALLET = { walletAddress: RITA_WALLET, walletNetwork: 'ETHEREUM' };

export const START_PATH = '/v1/auth/cryptoWallet:start';
export const AUTHENTICATE_PATH = '/v1/auth/cryptoWallet:authenticate';

/** Starts a sign-in with rita's wallet. A test can override parts of the request. */
export function start(
  sandbox: TestSandbox,
  {
    body = WALLET,
    headers = {},
    prefix = '',
  }: { body?: unknown; headers?: object; prefix?: string } = {},
): Promise<HttpResponse> {
  return sandbox.send('POST', `${prefix}${START_PATH}`, body, { ...CLIENT, ...headers });
}

/** Signs in with rita's wallet and returns the response of authenticate. */
export async function signIn(sandbox: TestSandbox, prefix = ''): Promise<HttpResponse> {
  const { body: started } = await start(sandbox, { prefix });
  const { body: signed } = await sandbox.send('POST', `/sandbox/wallets/${RITA_WALLET}:sign`, {
    message: started.challenge,
  });
  return sandbox.send('POST', prefix + AUTHENTICATE_PATH, { ...WALLET, ...signed }, CLIENT);
}

/** Returns the entries that a query selects; by default, oldest first. */
export async function readJournal(
  sandbox: TestSandbox,
  query = '',
  prefix = '',
): Promise<readonly JournalEntry[]> {
  const { body } = await sandbox.send('GET', `${prefix}/sandbox/journal${query}`);
  return body.items;
}

/** Returns the entry of the last request. */
export async function readLastEntry(sandbox: TestSandbox, prefix = ''): Promise<JournalEntry> {
  const [entry] = await readJournal(sandbox, '?order=newest&limit=1', prefix);
  if (entry === undefined) throw new Error('the journal is empty');
  return entry;
}
