import { describe, expect, it } from 'vitest';

import { loadSignatures } from '../../src/ports/signatures.ts';
import type { JournalLimits } from '../../src/store/journal-logs.ts';
import { WorkspaceJournal } from '../../src/traffic/journal/workspace-journal.ts';
import { toRecordedRequest } from '../../src/traffic/journal/recorded-request.ts';
import type { SandboxExchange } from '../../src/judge/exchange.ts';
import { createExchange } from './exchange.ts';

const signatures = await loadSignatures();
const createRequest = (fields?: Partial<SandboxExchange>) =>
  toRecordedRequest(createExchange(fields));
const createJournal = (limits: JournalLimits) => new WorkspaceJournal('b', limits, signatures);
const listNumbers = (journal: WorkspaceJournal) =>
  [...journal.listAfter(0)].map(({ number }) => number);

describe('the journal of a workspace', () => {
  it('never exceeds its limit of weight (approximate bytes)', () => {
    const heavyRequest = createRequest({ body: { walletAddress: 'z'.repeat(10_000) } });
    expect(heavyRequest.weight).toBeGreaterThan(10_000);
    const journal = createJournal({ requests: 1000, weight: 100_000 });
    for (let count = 0; count < 5000; count += 1) journal.add(heavyRequest);
    const numbers = listNumbers(journal);
    expect(numbers.length * heavyRequest.weight).toBeLessThanOrEqual(100_000);
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers.at(-1)).toBe(5000);
    const lightRequest = createRequest();
    for (let count = 0; count < 5000; count += 1) journal.add(lightRequest);
    expect(listNumbers(journal).length).toBe(Math.floor(100_000 / lightRequest.weight));
  });

  it('computes the weight of an entry from values, characters, headers and path', () => {
    const emptyWeight = createRequest().weight;
    // Each object has a weight of more than 30.
    const flags = ['a', 'b', 'c'].map((code) => ({ code }));
    expect(createRequest({ responseBody: { flags } }).weight).toBeGreaterThan(emptyWeight + 90);
    expect(createRequest({ responseBody: { challenge: 'z'.repeat(500) } }).weight).toBeGreaterThan(
      emptyWeight + 500,
    );
    expect(createRequest({ rawHeaders: ['user-agent', 'z'.repeat(500)] }).weight).toBeGreaterThan(
      emptyWeight + 500,
    );
    expect(createRequest({ url: `/${'z'.repeat(500)}` }).weight).toBeGreaterThan(emptyWeight + 500);
    // A body that is too large is not recorded.
    expect(createRequest({ body: { walletAddress: 'z'.repeat(100_000) } }).weight).toBe(
      emptyWeight,
    );
  });
});
