/** In what a user object is wrapped (§4.8). */
import { describe, expect, it } from 'vitest';
import { envelopeOf, isName } from '../../../conformance/discovery/user-envelope.ts';

const id = 'f0000000-0000-4000-8000-000000000001';

describe('the user object', () => {
  it.each([
    [{ id }, 'none'],
    [{ data: { id }, version: 1 }, 'data'],
    [{ data: { of: { id } } }, null],
    [{ data: { id }, user: { id, wallets: [] } }, 'user'],
    [{ data: { id }, user: { id, kyc: { status: 'NEW' } } }, 'user'],
    [{ data: { id }, user: { id, kyc: { state: 'NEW' } } }, 'data'],
    [{ id, data: { id, wallets: [] } }, 'data'],
    [{ id, data: { wallets: [] } }, 'none'],
    [{ id, wallets: [], data: { id, flags: [] } }, 'none'],
    [{ data: [{ id }] }, null],
    [{ 'the data': { id } }, null],
    [{ note: `of ${id}`, data: { wallets: [] } }, null],
    [{ data: { wallets: [] } }, 'data'],
    [{ data: null, user: { kyc: { status: 'NEW' } } }, 'user'],
    [{ wallets: [], data: { flags: [] } }, 'none'],
    [{ data: { name: 'a' } }, null],
    [{}, null],
    [[{ id }], null],
    [null, null],
    [id, null],
  ])('of %j is in %j', (response, envelope) => expect(envelopeOf(response, id)).toBe(envelope));

  it.each([
    [{ id: null }, null],
    [{ id: null, wallets: [] }, 'none'],
    [{ data: { id: null, wallets: [] } }, 'data'],
  ])('of %j, whoever that is, is in %j', (response, envelope) =>
    expect(envelopeOf(response, null)).toBe(envelope),
  );
});

describe('a dialect', () => {
  it.each(['a', '_a', 'A1_', `a${'b'.repeat(63)}`])('can say %s', (name) =>
    expect(isName(name)).toBe(true),
  );
  it.each(['', '1a', 'a-b', 'a b', 'none', '__proto__', `a${'b'.repeat(64)}`])(
    'can not say %j',
    (name) => expect(isName(name)).toBe(false),
  );
});
