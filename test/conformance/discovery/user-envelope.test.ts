/** Detects the path from the body of a user read to the user object (§4.8). */
import { describe, expect, it } from 'vitest';
import { detectEnvelope, isDialectName } from '../../../conformance/discovery/user-envelope.ts';

const id = 'f0000000-0000-4000-8000-000000000001';

describe('the envelope of the user object', () => {
  it.each([
    [{ id }, 'none'],
    [{ data: { id }, version: 1 }, 'data'],
    [{ data: { user: { id } } }, 'data.user'],
    [{ data: { user: { id }, meta: { wallets: [] } } }, 'data.user'],
    [{ a: { b: { c: { id } } } }, null],
    // Of the objects with the user id, the first object with known parts is the user object.
    [{ data: { id }, user: { id, wallets: [] } }, 'user'],
    [{ data: { id }, user: { id, kyc: { status: 'NEW' } } }, 'user'],
    [{ data: { id }, user: { id, kyc: { state: 'NEW' } } }, 'data'],
    [{ id, data: { id, wallets: [] } }, 'data'],
    [{ id, data: { wallets: [] } }, 'none'],
    [{ id, wallets: [], data: { id, flags: [] } }, 'none'],
    [{ data: [{ id }] }, null],
    [{ 'the data': { id } }, null],
    [{ note: `user ${id}`, data: { wallets: [] } }, null],
    // If the response does not contain the user id, the first object with known parts counts.
    [{ data: { wallets: [] } }, 'data'],
    [{ data: null, user: { kyc: { status: 'NEW' } } }, 'user'],
    [{ wallets: [], data: { flags: [] } }, 'none'],
    [{ data: { name: 'a' } }, null],
    [{}, null],
    [[{ id }], null],
    [null, null],
    [id, null],
  ])('in the response %j is %j', (response, envelope) =>
    expect(detectEnvelope(response, id)).toBe(envelope),
  );

  it.each([
    [{ id: null }, null],
    [{ id: null, wallets: [] }, 'none'],
    [{ data: { id: null, wallets: [] } }, 'data'],
  ])('in the response %j is %j if the user id is unknown', (response, envelope) =>
    expect(detectEnvelope(response, null)).toBe(envelope),
  );
});

describe('an envelope name', () => {
  it.each(['a', '_a', 'A1_', `a${'b'.repeat(63)}`])('can be %s', (name) =>
    expect(isDialectName(name)).toBe(true),
  );
  it.each(['', '1a', '-a', 'a b', 'none', '__proto__', `a${'b'.repeat(64)}`])(
    'cannot be %j',
    (name) => expect(isDialectName(name)).toBe(false),
  );
});
