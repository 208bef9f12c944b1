import type { Attempt } from '../attempt.ts';
import { check, section, type Check } from '../define-check.ts';
import { NotTested } from '../check-errors.ts';
import { detectStackTrace } from '../../src/judge/stack-trace.ts';
import { findCodeLeaks } from '../leaks/code-leaks.ts';
import { findCredentialLeaks } from '../leaks/credential-leaks.ts';
import { findIdentityLeaks } from '../leaks/identity-leaks.ts';
import type { Leak } from '../leaks/places.ts';
import { findSessionLeaks } from '../leaks/session-leaks.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { isClientError } from '../target/response-kinds.ts';

const requirement = '7.response.no-secret';

const rules: Readonly<Record<string, { title: string; findLeaks(t: Attempt): Leak[] }>> = {
  credentials: {
    title: 'returns no client secret, access token or private key in any response',
    findLeaks: ({ ctx }) => findCredentialLeaks(ctx.settings, ctx.responses),
  },
  'one-time-passwords': {
    title: 'returns no one-time password in any response',
    findLeaks: ({ ctx }) => findCodeLeaks(ctx.ledger.destinationsByCode, ctx.responses),
  },
  sessions: {
    title: 'returns a session token only in the response to the sign-in that created it',
    findLeaks: ({ ctx: { responses, knowledge } }) =>
      findSessionLeaks(responses, knowledge.observations.sessionName ?? null),
  },
  'other-users': {
    title: 'returns no data of another user, or of a user who has not signed in',
    findLeaks: ({
      ctx: { identities, settings, responses, inconclusiveRequests, knowledge },
      dialect,
    }) =>
      findIdentityLeaks(
        identities.listAccounts().map((account) => ({
          account,
          walletAddress: identities.findWallet(account)?.address ?? null,
        })),
        {
          destinations: Object.values(settings.destinations ?? {}).flat(),
          sessionIdentifiesUser: knowledge.bearers.sessionIdentifiesUser,
          accessTokens: [settings.client, settings.secondClient].flatMap(
            (client) => client?.accessToken ?? [],
          ),
          sessionName: knowledge.observations.sessionName ?? null,
          userFields: [
            dialect.user.names.flags,
            dialect.user.names.kyc,
            dialect.user.names.transactions,
          ],
          inconclusiveRequests,
        },
        responses,
      ),
  },
};

// These checks send no requests; they inspect every response of the run.
export const leaks = section('7', 'Leaks', [
  Object.entries(rules).map(([part, { title, findLeaks }]): Check =>
    check({
      requirement,
      part,
      title,
      phase: 'final',
      run(t) {
        const responseCount = requireServiceResponses(t).length;
        const [first] = findLeaks(t);
        t.assertNever(
          first !== undefined,
          `a response contains ${first?.description ?? ''}: ${first?.place ?? ''}`,
          first?.response,
        );
        t.observe(`inspected ${responseCount} responses`);
      },
    }),
  ),
  check({
    requirement: '7.refusal.no-stack-trace',
    part: 'every-response',
    title: 'returns no stack trace in any rejection',
    phase: 'final',
    run(t) {
      const rejections = requireServiceResponses(t).filter(isClientError);
      const [first] = rejections.flatMap((response) => {
        const language = detectStackTrace(formatResponse(response));
        return language === null ? [] : [{ language, response }];
      });
      t.assertNever(
        first !== undefined,
        `a response contains a stack trace of ${first?.language}`,
        first?.response,
      );
    },
  }),
]);

/**
 * Returns the responses of the service itself: not of a rate limit or a gateway.
 *
 * @throws NotTested if there are none
 */
function requireServiceResponses({ ctx: { responses } }: Attempt): readonly HttpResponse[] {
  const serviceResponses = responses.filter(({ blockedBy }) => blockedBy === null);
  if (serviceResponses.length === 0) throw new NotTested('needs a response', 'environment');
  return serviceResponses;
}

function formatResponse({ text, headers }: HttpResponse): string {
  return [...Object.values(headers), text].join('\n');
}
