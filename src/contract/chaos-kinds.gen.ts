// Generated from openapi/control.yaml by `npm run generate`: edit that file, not this one.

import type { components } from './control.gen.ts';

export type ChaosKind = components['schemas']['ChaosKind'];

/** How often each kind strikes where it can, from 0 to 1. */
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

/** Disturbed calls in a row where nothing else is said. */
export const USUAL_MAX_CONSECUTIVE = 3;
