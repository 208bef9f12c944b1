/** What is missing from a right call of one of the three wallet operations. */
import { withoutField } from '../target/call.ts';
import type { Spoil } from './right-calls.ts';

export const withoutAddress: Spoil = {
  what: 'without walletAddress',
  by: (call) => withoutField(call, 'walletAddress'),
};

export const withoutName: Spoil = {
  what: 'without walletNetwork and walletType',
  by: (call) => withoutField(withoutField(call, 'walletNetwork'), 'walletType'),
};

export const withoutSignature: Spoil = {
  what: 'without signature',
  by: (call) => withoutField(call, 'signature'),
};

const withoutFields: Spoil = {
  what: 'with an empty object as its body',
  by: (call) => ({ ...call, body: {} }),
};

const withoutBody: Spoil = {
  what: 'without a body',
  by: (call) => ({ ...call, body: undefined }),
};

const withNull: Spoil = { what: 'with null as its body', by: (call) => ({ ...call, body: null }) };

const withList: Spoil = { what: 'with a list as its body', by: (call) => ({ ...call, body: [] }) };

export const withoutAnything: readonly Spoil[] = [withoutFields, withoutBody, withNull, withList];
