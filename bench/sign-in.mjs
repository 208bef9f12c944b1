/** Sign-ins as clients do them: by wallet, and by email with the code from the inbox. */
import { BEARER, CLIENT, Connections, must, timed } from './http.mjs';
import { START } from './calls.mjs';
import { processorTime } from './process.mjs';
import { newWallet } from './signed.mjs';

const AUTHENTICATE = '/v1/auth/cryptoWallet:authenticate';
const EMAIL = '/v1/auth/otp/email';
const headers = { ...CLIENT, ...BEARER };

/** A session of who has an email address, by a one-time password from the inbox. */
export async function signInByEmail(connections, url, emailAddress) {
  const path = url + EMAIL;
  const { emailId } = must(
    await connections.call('POST', `${path}:send`, { emailAddress }, headers),
    200,
    'send',
  );
  const inbox = await connections.call(
    'GET',
    `${url}/sandbox/inbox?to=${encodeURIComponent(emailAddress)}`,
  );
  const otp = must(inbox, 200, 'inbox').items.at(-1).code;
  return must(
    await connections.call('POST', `${path}:authenticate`, { emailId, otp }, headers),
    200,
    'authenticate',
  ).sessionJwt;
}

/**
 * Signs in new wallets, each of which becomes a user: first all starts, then all signatures, then all
 * authentications; seconds of each. CPU time is that of the server per request, in µs.
 *
 * @param {string[]} urls of processes that share a workspace: requests alternate between them
 */
export async function walletSignIns(urls, installed, count, pid = undefined) {
  // Connections of the previous round have been idle for as long as a server keeps them.
  const connections = new Connections();
  const wallets = Array.from({ length: count }, () => newWallet(installed));
  const identities = wallets.map(({ address }, index) => ({
    url: urls[index % urls.length],
    body: { walletAddress: address, walletNetwork: 'ETHEREUM' },
  }));
  const spent = await spentBy(pid, count);
  const challenges = [];
  const started = await timed([...identities.entries()], 32, async ([index, { url, body }]) => {
    const answer = await connections.call('POST', url + START.path, body, START.headers);
    challenges[index] = must(answer, 200, 'start').challenge;
  });
  const start = await spent();
  const began = performance.now();
  const signatures = wallets.map((wallet, index) => wallet.sign(challenges[index]));
  const signing = (performance.now() - began) / 1000;
  const authenticated = await timed([...identities.entries()], 32, async ([index, its]) => {
    const body = { ...its.body, signature: signatures[index] };
    const answer = await connections.call('POST', its.url + AUTHENTICATE, body, START.headers);
    const { sessionJwt } = must(answer, 200, 'authenticate');
    if (sessionJwt.split('.').length !== 3) throw new Error('no session');
  });
  connections.close();
  return { started, signing, authenticated, processor: { start, authenticate: await spent() } };
}

/** @returns CPU time per request since the previous call, in µs */
async function spentBy(pid, count) {
  if (pid === undefined) return async () => Number.NaN;
  let before = await processorTime(pid);
  return async () => {
    const now = await processorTime(pid);
    const each = Math.round((now - before) / count);
    before = now;
    return each;
  };
}

/** Sends codes to new addresses, then authenticates all; seconds of each half. */
export async function emailSignIns(urls, count, round) {
  const connections = new Connections();
  const records = [];
  const people = Array.from({ length: count }, (_, index) => ({
    url: urls[index % urls.length],
    emailAddress: `p${round}-${index}@example.test`,
  }));
  const sent = await timed(people, 32, async ({ url, emailAddress }) => {
    const answer = await connections.call('POST', `${url + EMAIL}:send`, { emailAddress }, headers);
    records.push({ url, emailId: must(answer, 200, 'send').emailId });
  });
  const inbox = `${urls[0]}/sandbox/inbox`;
  const { items } = must(await connections.call('GET', inbox), 200, 'inbox');
  const codes = new Map(items.map(({ recordId, code }) => [recordId, code]));
  // The inbox drops the oldest messages.
  const known = records.filter(({ emailId }) => codes.has(emailId));
  const authenticated = await timed(known, 32, async ({ url, emailId }) => {
    const body = { emailId, otp: codes.get(emailId) };
    const answer = await connections.call('POST', `${url + EMAIL}:authenticate`, body, headers);
    must(answer, 200, 'authenticate');
  });
  must(await connections.call('DELETE', inbox), 204, 'inbox');
  connections.close();
  return {
    sends: count / sent.seconds,
    authentications: known.length / authenticated.seconds,
  };
}
