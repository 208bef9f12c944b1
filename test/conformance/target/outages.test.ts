import { beforeEach, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../src/contract/types.ts';
import { Outages } from '../../../conformance/target/outages.ts';
import { createResponse } from '../create-response.ts';

let now: number;
let outages: Outages;

beforeEach(() => {
  now = 0;
  outages = new Outages(() => now);
});

function recordResponse(operation: OperationId, status: number): void {
  outages.recordResponse(createResponse({ status, request: { operation } }));
}

/** Records server errors: the first at once, the others after a pause. */
function recordErrors(errors: number, milliseconds: number): void {
  recordResponse('getUser', 500);
  now += milliseconds;
  for (let count = 1; count < errors; count += 1) recordResponse('getUser', 500);
}

// Both methods require an outage of the operation. `affectsOnly` also requires that another operation has
// succeeded since the outage began; `affectsAll` requires that no other operation has succeeded since then.
describe('an outage of an operation', () => {
  it.each([
    [10, 5000, true],
    [9, 60_000, false],
    [500, 4999, false],
  ])('is detected after %i errors in %i ms: %s', (errors, milliseconds, expected) => {
    recordErrors(errors, milliseconds);
    expect(outages.affectsAll('getUser')).toBe(expected);
    expect(outages.affectsAll('startWalletAuth')).toBe(false);
    recordResponse('startWalletAuth', 200);
    expect(outages.affectsOnly('getUser')).toBe(expected);
  });

  it('ends with a success, not with a rejection', () => {
    recordErrors(20, 5000);
    recordResponse('getUser', 401);
    expect([outages.affectsAll('getUser'), outages.hasFailingOperation]).toEqual([true, true]);
    recordResponse('getUser', 200);
    expect([outages.affectsAll('getUser'), outages.hasFailingOperation]).toEqual([false, false]);
    recordResponse('getUser', 500);
    now += 5000;
    expect([outages.affectsAll('getUser'), outages.hasFailingOperation]).toEqual([false, false]);
  });

  it('allows one request per second, which tests whether the outage is over', () => {
    recordErrors(20, 5000);
    now += 999;
    expect(outages.affectsAll('getUser')).toBe(true);
    now += 1;
    // The outage has not ended, but one request may now be sent.
    expect(outages.affectsAll('getUser')).toBe(false);
    recordResponse('getUser', 500);
    expect(outages.affectsAll('getUser')).toBe(true);
  });
});

describe('an outage affects all operations', () => {
  it('if only the same operation succeeded at its start', () => {
    recordResponse('getUser', 200);
    recordErrors(20, 5000);
    expect([outages.affectsOnly('getUser'), outages.affectsAll('getUser')]).toEqual([false, true]);
  });

  it('until another operation succeeds', () => {
    recordResponse('startWalletAuth', 200);
    now += 1;
    recordErrors(20, 5000);
    expect([outages.affectsOnly('getUser'), outages.affectsAll('getUser')]).toEqual([false, true]);
    recordResponse('startWalletAuth', 400);
    expect(outages.affectsOnly('getUser')).toBe(false);
    recordResponse('startWalletAuth', 200);
    expect([outages.affectsOnly('getUser'), outages.affectsAll('getUser')]).toEqual([true, false]);
  });
});
