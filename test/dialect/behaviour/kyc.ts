import { toVerdict } from './key-behaviour.ts';
import type { KeyBehaviour } from './key-behaviour.ts';
import { newcomer } from './people.ts';
import { signInForSession } from './sign-in.ts';

const statuses = ['APPROVED', 'IN_REVIEW', 'DECLINED'] as const;

const moves = statuses.flatMap((from) =>
  statuses.map((to) => ({
    // Keys of a scenario have no underscores.
    key: `${from}-to-${to}`.replaceAll('_', '-'),
    from,
    to,
  })),
);

type Table = Partial<Record<(typeof statuses)[number], readonly string[]>>;

const forwards: Table = { IN_REVIEW: ['APPROVED', 'DECLINED'], DECLINED: ['IN_REVIEW'] };
const backwards: Table = {
  APPROVED: ['APPROVED', 'IN_REVIEW', 'DECLINED'],
  IN_REVIEW: ['IN_REVIEW'],
  DECLINED: ['APPROVED', 'DECLINED'],
};

export const kycKeys: readonly KeyBehaviour[] = [
  {
    key: 'kyc.beforeSubmission',
    about: 'the KYC sub-object of a new user',
    observe: async (app) => (await app.readUser(await signInForSession(app, newcomer))).body.kyc,
    defaultResult: undefined,
    contract: 'narrower',
    values: [{ value: 'IN_REVIEW', result: { status: 'IN_REVIEW' } }],
  },
  {
    key: 'kyc.transitions',
    about: 'every status moved to every status',
    scenario: {
      name: 'kyc-statuses',
      users: moves.map(({ key, from }) => ({ key, kyc: { status: from } })),
    },
    observe: async (_app, workspace) => {
      const moved: Record<string, unknown> = {};
      for (const { key, to } of moves) {
        const body = { kycStatus: to };
        moved[key] = toVerdict(await workspace.control(`/users/${key}`, { method: 'PATCH', body }));
      }
      return moved;
    },
    defaultResult: expectMoves(() => true),
    contract: 'same',
    values: [forwards, backwards].map((table) => ({
      value: table,
      // The current status is not a transition.
      result: expectMoves(({ from, to }) => from === to || (table[from]?.includes(to) ?? false)),
    })),
  },
];

function expectMoves(isAllowed: (move: (typeof moves)[number]) => boolean): object {
  return Object.fromEntries(
    moves.map((move) => [move.key, isAllowed(move) ? 200 : '409 illegalState']),
  );
}
