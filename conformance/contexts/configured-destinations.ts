/** Signs in by each destination of the settings, because these destinations may cover special cases. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { requireReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { check, type Check } from '../define-check.ts';
import { NotTested, UnusableInput, createSettingError } from '../check-errors.ts';
import { readAccount } from '../observations/accounts.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import { mayAssignNumberToUser } from '../observations/otp-requests.ts';
import { getBodyFields } from '../target/http-request.ts';
import { signInOnce } from './sent-codes.ts';
import type { SignedUp } from './signed-up.ts';
import { otpNames, otpOperations } from '../actors/operations.ts';
import { isClientError } from '../target/response-kinds.ts';

const MAX_DESTINATIONS = 8;

export const signInConfigured = memoizePerRun(
  async (t: Attempt, channel: OtpChannel): Promise<readonly SignedUp[]> => {
    const { identities } = t.ctx;
    // Wrong codes may have locked this destination (§8).
    const locked = identities.reserveDestination(channel, 'wrong codes');
    const configured = identities
      .listConfiguredDestinations(channel)
      .filter((destination) => destination !== locked)
      .slice(0, MAX_DESTINATIONS);
    if (configured.length === 0)
      throw createSettingError(`destinations.${otpNames[channel].setting}`);
    if (mayAssignNumberToUser(t, channel)) throw createSettingError('accessToken');
    const signIns: SignedUp[] = [];
    const errors: NotTested[] = [];
    for (const destination of configured) {
      try {
        signIns.push({ destination, ...(await signInOnce(t, channel, destination)) });
      } catch (error) {
        if (!(error instanceof NotTested)) throw error;
        errors.push(createErrorIfSendsAreRejected(t, channel, destination) ?? error);
      }
    }
    const unusable = errors.find((error) => error instanceof UnusableInput);
    if (unusable !== undefined) throw unusable;
    if (signIns.length === 0) throw errors.at(-1);
    return signIns;
  },
);

/** Returns an error if every send to a destination of the settings was rejected; otherwise null. */
function createErrorIfSendsAreRejected(
  t: Attempt,
  channel: OtpChannel,
  destination: string,
): UnusableInput | null {
  const responses = t.ctx.responses.filter(
    ({ request }) =>
      request.operation === otpOperations[channel].send &&
      getBodyFields(request)[otpNames[channel].destination] === destination,
  );
  const refused = responses.findLast(
    (response) => isClientError(response) && response.status !== 429,
  );
  if (refused === undefined || responses.some(({ accepted }) => accepted)) return null;
  return new UnusableInput({
    input: `destinations.${otpNames[channel].setting}[${destination}]`,
    reason: `every send to this destination is rejected, the last with ${refused.status}`,
    fix: 'Remove the destination if the deployment does not send codes to it.',
  });
}

export function createConfiguredDestinationChecks(
  channel: OtpChannel,
  clause: '5.4.sms' | '5.5.email',
): Check[] {
  const part = 'destinations-of-the-settings';
  return [
    check({
      requirement: `${clause}.flow`,
      operation: otpOperations[channel].authenticate,
      part,
      title: 'accepts the code sent to each configured destination',
      async run(t) {
        const signIns = await signInConfigured(t, channel);
        for (const { signedIn } of signIns) t.requireServiceResponse(signedIn);
        const rejected = signIns.find(({ signedIn }) => !signedIn.accepted);
        const mayHaveNoUser = rejected !== undefined && !t.createsUsers;
        if (mayHaveNoUser && signIns.some(({ signedIn }) => signedIn.accepted)) {
          throw new UnusableInput({
            input: `destinations.${otpNames[channel].setting}[${rejected.destination}]`,
            reason: `its code is rejected with ${rejected.signedIn.status}, while codes of other destinations are accepted`,
            fix: 'Remove it if it does not belong to a user of the deployment.',
          });
        }
        if (mayHaveNoUser) throw createSettingError('destinations that belong to users');
        for (const { destination, signedIn } of signIns) {
          t.assertAccepted(signedIn, `the code sent to ${destination}`);
        }
      },
    }),
    check({
      requirement: `${clause}.one-user-each`,
      part,
      title: 'signs in different users for similar destinations',
      async run(t) {
        const signIns = (await signInConfigured(t, channel)).filter(
          ({ signedIn }) => signedIn.accepted,
        );
        const similar = [
          ...listPairs(signIns).filter(([first, second]) =>
            areSimilar(channel, first.destination, second.destination),
          ),
          ...(await pairWithAccounts(t, channel, signIns)),
        ];
        if (similar.length === 0) throw createSettingError(similarDestinations[channel]);
        for (const [first, second] of similar) {
          const user = requireReportedUser(t, first.signedIn);
          t.assert(
            user !== requireReportedUser(t, second.signedIn),
            `expected two users, got user ${user} for both ${first.destination} and ${second.destination}`,
            first.signedIn,
            second.signedIn,
          );
        }
      },
    }),
  ];
}

async function pairWithAccounts(
  t: Attempt,
  channel: OtpChannel,
  signIns: readonly SignedUp[],
): Promise<readonly (readonly [SignedUp, SignedUp])[]> {
  const pairs: (readonly [SignedUp, SignedUp])[] = [];
  for (const account of t.ctx.identities.listAccounts()) {
    const destination = account[otpNames[channel].destination];
    if (destination === null) continue;
    const similar = signIns.filter((configured) =>
      areSimilar(channel, configured.destination, destination),
    );
    if (similar.length === 0) continue;
    const { user } = await readAccount(t, account);
    // The account may have signed in without a code; only `signedIn` is compared.
    for (const configured of similar) {
      pairs.push([configured, { destination, sent: user.response, signedIn: user.response }]);
    }
  }
  return pairs;
}

function listPairs<Item>(items: readonly Item[]): (readonly [Item, Item])[] {
  return items.flatMap((first, index) =>
    items.slice(index + 1).map((second) => [first, second] as const),
  );
}

/** Number of digits that a mask shows (§2.5). */
const LAST_DIGITS = 4;

/** What `areSimilar` requires. */
const similarDestinations: Readonly<Record<OtpChannel, string>> = {
  sms: `two destinations.phoneNumbers with the same last ${LAST_DIGITS} digits`,
  email: 'two destinations.emailAddresses that differ only in dots, a +tag or the domain',
};

/** Returns whether a deployment that compares only a part could confuse two destinations. */
function areSimilar(channel: OtpChannel, first: string, second: string): boolean {
  if (first.toLowerCase() === second.toLowerCase()) return false;
  if (channel === 'sms') return first.slice(-LAST_DIGITS) === second.slice(-LAST_DIGITS);
  return normalizeLocalPart(first) === normalizeLocalPart(second);
}

/** Removes dots and plus suffixes, which some mail services ignore. */
function normalizeLocalPart(address: string): string {
  const [local = ''] = address.toLowerCase().split('@');
  return local.replace(/\+.*$/, '').replaceAll('.', '');
}
