/** Signs in like a client: by wallet, and by email with the code from the inbox. */
import { BEARER, CLIENT, Connections, expectStatus, runTimed } from './http.mjs';
import { START } from './requests.mjs';
import { readCpuTime } from './process.mjs';
import { createWallet } from './wallet.mjs';

const AUTHENTICATE = '/v1/auth/cryptoWallet:authenticate';
const EMAIL = '/v1/auth/otp/email';
const headers = { ...CLIENT, ...BEARER };

/** Signs in by email with the code from the inbox; returns the session token. */
export async function signInByEmail(connections, url, emailAddress) {
  const path = url + EMAIL;
  const { emailId } = expectStatus(
    await connections.send('POST', `${path}:send`, { emailAddress }, headers),
    200,
    'send',
  );
  const inbox = await connections.send(
    'GET',
    `${url}/sandbox/inbox?to=${encodeURIComponent(emailAddress)}`,
  );
  const otp = expectStatus(inbox, 200, 'inbox').items.at(-1).code;
  return expectStatus(
    await connections.send('POST', `${path}:authenticate`, { emailId, otp }, headers),
    200,
    'authenticate',
  ).sessionJwt;
}

/**
 * Signs in new wallets: first all start, then all sign, then all authenticate. Returns the time of each step,
 * and the CPU time of the server per request in µs.
 *
 * @param {string[]} urls of processes that share a workspace: requests alternate between them
 */
export async function signInWithWallets(urls, installed, count, pid = undefined) {
  // New connections, because the server may have closed the idle connections of the previous round.
  const connections = new Connections();
  const wallets = Array.from({ length: count }, () => createWallet(installed));
  const identities = wallets.map(({ address }, index) => ({
    url: urls[index % urls.length],
    body: { walletAddress: address, walletNetwork: 'ETHEREUM' },
  }));
  const readCpuTimePerRequest = await createCpuMeter(pid, count);
  const challenges = [];
  const entries = [...identities.entries()];
  const startResult = await runTimed(entries, 32, async ([index, { url, body }]) => {
    const response = await connections.send('POST', url + START.path, body, headers);
    challenges[index] = expectStatus(response, 200, 'start').challenge;
  });
  const start = await readCpuTimePerRequest();
  const signingStartTime = performance.now();
  const signatures = wallets.map((wallet, index) => wallet.sign(challenges[index]));
  const signingSeconds = (performance.now() - signingStartTime) / 1000;
  const authenticateResult = await runTimed(entries, 32, async ([index, identity]) => {
    const body = { ...identity.body, signature: signatures[index] };
    const response = await connections.send('POST', identity.url + AUTHENTICATE, body, headers);
    const { sessionJwt } = expectStatus(response, 200, 'authenticate');
    if (sessionJwt.split('.').length !== 3) throw new Error('no session');
  });
  connections.close();
  return {
    startResult,
    signingSeconds,
    authenticateResult,
    cpuTimes: { start, authenticate: await readCpuTimePerRequest() },
  };
}

/** Returns a function that reads the CPU time per request since its previous call, in µs. */
async function createCpuMeter(pid, requestCount) {
  if (pid === undefined) return async () => Number.NaN;
  let previous = await readCpuTime(pid);
  return async () => {
    const current = await readCpuTime(pid);
    const perRequest = Math.round((current - previous) / requestCount);
    previous = current;
    return perRequest;
  };
}

/**
 * Sends codes to new addresses, then authenticates those whose code is still in the inbox. Returns the requests
 * per second of both steps.
 */
export async function signInWithEmails(urls, count, round) {
  const connections = new Connections();
  const records = [];
  const users = Array.from({ length: count }, (_, index) => ({
    url: urls[index % urls.length],
    emailAddress: `p${round}-${index}@example.test`,
  }));
  const sendResult = await runTimed(users, 32, async ({ url, emailAddress }) => {
    const response = await connections.send(
      'POST',
      `${url + EMAIL}:send`,
      { emailAddress },
      headers,
    );
    records.push({ url, emailId: expectStatus(response, 200, 'send').emailId });
  });
  const inbox = `${urls[0]}/sandbox/inbox`;
  const { items } = expectStatus(await connections.send('GET', inbox), 200, 'inbox');
  const codes = new Map(items.map(({ recordId, code }) => [recordId, code]));
  // The inbox drops the oldest messages.
  const recordsWithCode = records.filter(({ emailId }) => codes.has(emailId));
  const authenticateResult = await runTimed(recordsWithCode, 32, async ({ url, emailId }) => {
    const body = { emailId, otp: codes.get(emailId) };
    const response = await connections.send('POST', `${url + EMAIL}:authenticate`, body, headers);
    expectStatus(response, 200, 'authenticate');
  });
  expectStatus(await connections.send('DELETE', inbox), 204, 'inbox');
  connections.close();
  return {
    sends: count / sendResult.seconds,
    authentications: recordsWithCode.length / authenticateResult.seconds,
  };
}
