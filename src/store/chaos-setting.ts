/** The chaos of a workspace. Choices for the whole workspace are drawn when chaos is set. */
import { chaosChances, chaosKinds, DEFAULT_MAX_CONSECUTIVE } from '../contract/chaos-kinds.gen.ts';
import type { ChaosKind, ChaosLevel } from '../contract/control-types.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { draw, type DrawScope } from '../ports/draws.ts';

/** Legal but unusual behaviour, with which careless clients fail. */
export interface ChaosSetting {
  readonly level: ChaosLevel;
  readonly kinds: readonly ChaosKind[];
  /** Maximum number of consecutive requests with variations. */
  readonly maxConsecutive: number;
  /** When chaos was set, by the workspace clock, in milliseconds. */
  readonly since: number;
  /** The scope of the random draws. A fork continues with the scope of its origin. */
  readonly scope: DrawScope;
  /** Used for challenges instead of the phrase in the dialect (§2.3). */
  readonly challengePhrase: string | null;
  /** The share of automatic settlements that are late, from 0 to 1 (§3). */
  readonly lateShare: number;
}

export interface Chaos {
  /** The same object until chaos is set again. */
  readonly setting: ChaosSetting;
  /** Consecutive requests with variations, by client and operation. */
  readonly consecutiveCounts: Readonly<Record<string, number>>;
  /** Whether a challenge with `challengePhrase` has been issued. */
  readonly isPhraseIssued: boolean;
}

export interface ChaosRequest {
  readonly level: ChaosLevel;
  readonly kinds?: readonly ChaosKind[];
  readonly maxConsecutive?: number;
}

/** Returns chaos with all counters at 0. */
export function createChaos(
  { level, kinds = chaosKinds, maxConsecutive = DEFAULT_MAX_CONSECUTIVE }: ChaosRequest,
  { since, scope, dialect }: Pick<ChaosSetting, 'since' | 'scope'> & { readonly dialect: Dialect },
): Chaos {
  const isOn = (kind: ChaosKind) => level !== 'off' && kinds.includes(kind);
  return {
    setting: {
      level,
      kinds,
      maxConsecutive,
      since,
      scope,
      challengePhrase: isOn('challengePhrase') ? drawPhrase(scope, dialect) : null,
      lateShare: level !== 'off' && isOn('longPending') ? chaosChances.longPending[level] : 0,
    },
    consecutiveCounts: {},
    isPhraseIssued: false,
  };
}

/** Phrases that break clients which parse a challenge: line breaks, quotes, characters beyond ASCII. */
const PHRASES = [
  'Welcome.\n\nSign to prove that this wallet is yours. Nonce: ',
  'Only sign this if you are signing in - ',
  'Bestätige, daß Du Dich anmelden möchtest: ',
  'I sign in as "the owner of this wallet" & agree to 100% of it. #',
  'login/v2?challenge=',
];

function drawPhrase(scope: DrawScope, { wallet }: Dialect): string {
  const otherPhrases = PHRASES.filter((phrase) => phrase !== wallet.challenge.phrase);
  const number = draw(scope, 'chaos', 'challengePhrase', 0).readUInt32BE(0);
  return otherPhrases[number % otherPhrases.length] ?? wallet.challenge.phrase;
}
