import { describe, expect, it } from 'vitest';

import { COMPLETE_ID, RITA, RITA_WALLET } from './people.ts';
import { useTestSandbox } from './sandbox.ts';

const sandbox = useTestSandbox();

async function findKeys(q: string, parameters = ''): Promise<string[]> {
  const { status, body } = await sandbox.send(
    'GET',
    `/sandbox/users?q=${encodeURIComponent(q)}${parameters}`,
  );
  expect(status).toBe(200);
  return body.items.map((user: { key: string }) => user.key);
}

describe('listUsers with q', () => {
  it.each([
    ['a name', 'rita'],
    ['a name in another case', 'RITA EXAMPLE'],
    ['part of a phone number', '555014'],
    ['an email address', 'rita@example'],
    ['an id', RITA.toUpperCase()],
    ['a wallet address', RITA_WALLET.slice(2, 20).toLowerCase()],
    ['a KYC status', 'in_review'],
    ['a flag code', 'k1001'],
    ['a flag category', 'kyc review'],
    ['a transaction', COMPLETE_ID],
    ['a crypto status', 'pending'],
    ['a linked client', 'wallet-app'],
    ['words from different places, in any order', 'pending +1202 rita'],
  ])('finds a user by %s', async (_name, q) => {
    expect(await findKeys(q)).toEqual(['rita']);
  });

  it('requires every word to match', async () => {
    expect(await findKeys('rita FAILED')).toEqual([]);
    expect(await findKeys('zebra')).toEqual([]);
  });

  it('matches words literally, not as a pattern', async () => {
    expect(await findKeys('.*')).toEqual([]);
    expect(await findKeys('(')).toEqual([]);
  });

  it('paginates the matching users, and counts them on request', async () => {
    const fetchPage = (cursor: number) =>
      sandbox.send('GET', `/sandbox/users?q=100&limit=1&total=true&cursor=${cursor}`);
    // Only the flag codes K1001, F1001 and T1001 contain 100. Each belongs to one user.
    const firstPage = await fetchPage(0);
    expect(firstPage.body).toMatchObject({ items: [{ key: 'rita' }], nextCursor: '1', total: 3 });
    const lastPage = await fetchPage(2);
    expect(lastPage.body).toMatchObject({
      items: [{ key: 'unlucky' }],
      nextCursor: null,
      total: 3,
    });
  });

  it('searches the current state of a user', async () => {
    const change = { kycStatus: 'APPROVED' };
    await sandbox.send('PATCH', '/sandbox/users/newcomer', change);
    expect(await findKeys('approved')).toEqual(['newcomer']);
    await sandbox.send('POST', '/sandbox/reset');
    expect(await findKeys('approved')).toEqual([]);
  });

  it('counts all users on request without q', async () => {
    const { body } = await sandbox.send('GET', '/sandbox/users?limit=2&total=true');
    expect(body).toMatchObject({ nextCursor: '2', total: 4 });
  });

  it.each(['', 'x'.repeat(201)])('rejects an empty or too long q', async (q) => {
    const { status, body } = await sandbox.send('GET', `/sandbox/users?q=${q}`);
    expect(status).toBe(400);
    expect(body.details[0].pointer).toBe('/query/q');
  });
});
