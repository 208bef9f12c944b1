// Generated from openapi/control.yaml by `npm run generate`: edit that file, not this one.

import type { components } from './control.gen.ts';

export type ChaosKind = components['schemas']['ChaosKind'];

/** The probability of each kind where it applies, from 0 to 1. */
export const chaosChances: {
  readonly [Kind in ChaosKind]: { readonly low: number; readonly high: number };
} = {
  unknownFields: { low: 0.25, high: 0.7 },
  unknownFlag: { low: 0.2, high: 0.5 },
  rateLimit: { low: 0.06, high: 0.25 },
  slowResponse: { low: 0.1, high: 0.25 },
  longPending: { low: 0.5, high: 1 },
  challengePhrase: { low: 1, high: 1 },
};

export const chaosKinds: readonly ChaosKind[] = [
  'unknownFields',
  'unknownFlag',
  'rateLimit',
  'slowResponse',
  'longPending',
  'challengePhrase',
];

/** The default maximum of consecutive requests that are affected. */
export const DEFAULT_MAX_CONSECUTIVE = 3;
