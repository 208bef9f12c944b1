import { formatStatusAndCode } from './key-behaviour.ts';
import type { KeyBehaviour } from './key-behaviour.ts';
import { newcomer } from './people.ts';
import { signInForSession } from './sign-in.ts';

const statuses = ['APPROVED', 'IN_REVIEW', 'DECLINED'] as const;

const transitions = statuses.flatMap((from) =>
  statuses.map((to) => ({
    // Keys of a scenario have no underscores.
    key: `${from}-to-${to}`.replaceAll('_', '-'),
    from,
    to,
  })),
);

type Table = Partial<Record<(typeof statuses)[number], readonly string[]>>;

const someTransitions: Table = { IN_REVIEW: ['APPROVED', 'DECLINED'], DECLINED: ['IN_REVIEW'] };
/** All transitions that are not in `someTransitions`. */
const otherTransitions: Table = {
  APPROVED: ['APPROVED', 'IN_REVIEW', 'DECLINED'],
  IN_REVIEW: ['IN_REVIEW'],
  DECLINED: ['APPROVED', 'DECLINED'],
};

export const kycKeys: readonly KeyBehaviour[] = [
  {
    key: 'kyc.beforeSubmission',
    description: 'the KYC sub-object of a new user',
    observe: async (app) => (await app.readUser(await signInForSession(app, newcomer))).body.kyc,
    defaultResult: undefined,
    contractVersusDefault: 'narrower',
    values: [{ value: 'IN_REVIEW', result: { status: 'IN_REVIEW' } }],
  },
  {
    key: 'kyc.transitions',
    description: 'changes from every status to every status',
    scenario: {
      name: 'kyc-statuses',
      users: transitions.map(({ key, from }) => ({ key, kyc: { status: from } })),
    },
    observe: async (_app, workspace) => {
      const responses: Record<string, unknown> = {};
      for (const { key, to } of transitions) {
        const body = { kycStatus: to };
        responses[key] = formatStatusAndCode(
          await workspace.control(`/users/${key}`, { method: 'PATCH', body }),
        );
      }
      return responses;
    },
    defaultResult: createExpectedResponses(() => true),
    contractVersusDefault: 'same',
    values: [someTransitions, otherTransitions].map((table) => ({
      value: table,
      // Setting the current status again is always allowed.
      result: createExpectedResponses(
        ({ from, to }) => from === to || (table[from]?.includes(to) ?? false),
      ),
    })),
  },
];

function createExpectedResponses(
  isAllowed: (move: (typeof transitions)[number]) => boolean,
): object {
  return Object.fromEntries(
    transitions.map((move) => [move.key, isAllowed(move) ? 200 : '409 illegalState']),
  );
}
