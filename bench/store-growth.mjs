/**
 * What a write to `--store file:DIR` costs by how much has changed in its workspace:
 * `npm run build && node bench/store-growth.mjs [FOLDER]`.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startSandbox } from '../dist/index.js';

const SIZES = [0, 100, 1000, 10_000, 20_000];
const WRITES = 100;
const headers = {
  'content-type': 'application/json',
  'service-client-id': 'wallet-app',
  'service-client-secret': 'wallet-app-secret',
};

const folder = mkdtempSync(join(process.argv[2] ?? tmpdir(), 'flagbearer-growth-'));
const sandbox = await startSandbox({
  ...{ port: 0, host: '127.0.0.1', scenario: ['empty'], allowHost: [], cors: [], log: 'silent' },
  ...{ workspaceLimit: 10, workspaceTtl: 'none', journalLimit: 1, store: `file:${folder}/store` },
});

async function post(path, body) {
  const call = { method: 'POST', headers, body: JSON.stringify(body) };
  const send = () => fetch(`${sandbox.url}${path}`, call);
  // A connection that the server has let go just then is tried once more.
  const answer = await send().catch(send);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

let made = 0;
/** A person who signs up by email: a user, an identity, a message, a session. */
async function signUp() {
  made += 1;
  const emailAddress = `person-${made}@example.test`;
  const { emailId } = await post('/v1/auth/otp/email:send', { emailAddress });
  const inbox = await fetch(`${sandbox.url}/sandbox/inbox?to=${emailAddress}`);
  const { items } = await inbox.json();
  await post('/v1/auth/otp/email:authenticate', { emailId, otp: items.at(-1).code });
}

const atOnce = (count, work) => Promise.all(Array.from({ length: count }, work));
const quantile = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)];

process.stdout.write('people | file, MB | one write p50, ms | p95, ms | 32 at once, writes/s\n');
for (const size of SIZES) {
  while (made < size) await atOnce(Math.min(64, size - made), signUp);
  const times = [];
  for (let index = 0; index < WRITES; index += 1) {
    const from = performance.now();
    await post('/v1/auth/cryptoWallet:start', {
      walletAddress: `0x${index.toString(16).padStart(40, '0')}`,
      walletNetwork: 'ETHEREUM',
    });
    times.push(performance.now() - from);
  }
  times.sort((one, other) => one - other);
  const from = performance.now();
  let written = 0;
  await atOnce(32, async (_, index) => {
    for (let turn = 0; turn < 10; turn += 1) {
      await post('/v1/auth/cryptoWallet:start', {
        walletAddress: `0x${(1000 + index).toString(16).padStart(40, '0')}`,
        walletNetwork: 'POLYGON',
      });
      written += 1;
    }
  });
  const perSecond = (written / (performance.now() - from)) * 1000;
  const megabytes = statSync(`${folder}/store/changes/default`).size / 1e6;
  process.stdout.write(
    `${[
      size,
      megabytes.toFixed(2),
      quantile(times, 0.5).toFixed(1),
      quantile(times, 0.95).toFixed(1),
      perSecond.toFixed(0),
    ].join(' | ')}\n`,
  );
}
await sandbox.close();
rmSync(folder, { recursive: true });
