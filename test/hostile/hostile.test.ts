import { describe, expect, it } from 'vitest';

import { createWallet, useSandbox } from '../sandbox.ts';
import { runFuzz } from './fuzz.ts';

const sandbox = useSandbox();

/** The short form of `node scripts/fuzz.mjs`. */
describe('1000 hostile requests', () => {
  it('cause no 500, hang or crash, and a sign-in succeeds afterwards', async () => {
    const { requestCount, statuses, problems } = await runFuzz(sandbox.url, {
      seed: 20_260_115,
      requests: 1000,
    });
    expect(problems).toEqual([]);
    expect(requestCount).toBe(1000);
    // Most code runs only for accepted requests.
    expect(statuses.get('200')).toBeGreaterThan(50);
    expect(statuses.get('400')).toBeGreaterThan(100);
    const client = (await sandbox.workspace({ scenario: 'default' })).client();
    const { status, body } = await client.signIn(createWallet());
    expect(status).toBe(200);
    expect((await client.readUser(body.sessionJwt)).status).toBe(200);
  });
});
