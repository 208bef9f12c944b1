/** Detects limits of sends (§8). Runs last, because it exhausts the limits. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { NotTested, createSettingError } from '../check-errors.ts';
import type { OtpSend } from '../actors/otp-ledger.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { isLimit, parseRetryAfter } from '../target/response-kinds.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { toDialectDuration } from '../../src/dialect/normalize.ts';
import { pickUnusedDestination } from './otp-steps.ts';

/** Number of sends to one destination after which the deployment counts as unlimited. */
const MAX_SENDS = 6;
/** Number of sends to reserve for detecting the scope of the limit. */
const RESERVED_SENDS = 1;

const LIMIT_KEY = 'limits.sends';
const STATUS_KEY = 'errors.status.rateLimited';

export const limitsProbes: ProbeGroup = {
  name: 'limits',
  needs: 'all',
  probes: [probe([LIMIT_KEY, STATUS_KEY], detectLimit, { isLate: true })],
};

async function detectLimit(t: Probing): Promise<void> {
  const channel = chooseChannel(t);
  const destination = chooseDestination(t, channel);
  const { waiting } = t.ctx.network;
  const waitingTimeLeft = waiting.remaining;
  const { refusal, accepted } = await sendUntilRefused(t, channel, destination);
  if (refusal === null) {
    const sent = listSends(t, destination).length;
    const observation = `${sent} sends to one destination were accepted`;
    // The run waited during the sends, so the limit may no longer count earlier sends.
    if (waiting.remaining < waitingTimeLeft) {
      return leaveBothOpen(t, `${observation} over a longer time.`);
    }
    t.recordInconclusive(STATUS_KEY, `${observation}.`);
    if (sent >= MAX_SENDS) return t.decide(LIMIT_KEY, 'none', accepted);
    throw createSettingError('more sends', 'Increase --max-otp-sends.');
  }
  if (!isLimit(refusal)) {
    const observation = `A send is rejected with ${refusal.status}, perhaps not by a rate limit.`;
    return leaveBothOpen(t, observation);
  }
  t.decide(STATUS_KEY, refusal.status, refusal);
  await decideLimit(t, channel, destination, refusal);
}

function leaveBothOpen(t: Probing, observation: string): void {
  t.recordInconclusive(LIMIT_KEY, observation);
  t.recordInconclusive(STATUS_KEY, observation);
}

/** Returns email, which costs less, or SMS if no email address is available. */
function chooseChannel(t: Probing): OtpChannel {
  try {
    t.getDestination('email');
    return 'email';
  } catch (error) {
    if (!(error instanceof NotTested)) throw error;
    t.getDestination('sms');
    return 'sms';
  }
}

/** Returns the destination with the most sends so far: it needs the fewest sends to reach a limit. */
function chooseDestination(t: Probing, channel: OtpChannel): string {
  return listUsedDestinations(t, channel)[0] ?? t.getDestination(channel);
}

/** Returns the destinations without sends by another client or to another spelling, most sends first. */
function listUsedDestinations(t: Probing, channel: OtpChannel): readonly string[] {
  const counts = new Map<string, number>();
  for (const entry of listSends(t)) {
    if (entry.channel !== channel || hasOtherSends(t, entry)) continue;
    counts.set(entry.destination, (counts.get(entry.destination) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([destination]) => destination);
}

/** Returns whether the limit may also count sends by another client, or to another spelling. */
function hasOtherSends(t: Probing, { clientId, destination }: OtpSend): boolean {
  return t.ctx.ledger.entries.some(
    (other) =>
      other.destination.toLowerCase() === destination.toLowerCase() &&
      (other.clientId !== clientId || other.destination !== destination),
  );
}

function listSends(t: Probing, destination?: string): readonly OtpSend[] {
  const { clientId } = t.app.credentials;
  return t.ctx.ledger.entries.filter(
    (entry) =>
      entry.clientId === clientId &&
      (destination === undefined || entry.destination === destination),
  );
}

async function sendUntilRefused(
  t: Probing,
  channel: OtpChannel,
  destination: string,
): Promise<{ refusal: HttpResponse | null; accepted: HttpResponse | null }> {
  let accepted: HttpResponse | null = null;
  while (
    listSends(t, destination).length < MAX_SENDS &&
    t.ctx.budget.otpSendsLeft > RESERVED_SENDS
  ) {
    const response = await send(t, channel, destination);
    if (!response.accepted) return { refusal: response, accepted };
    accepted = response;
  }
  return { refusal: null, accepted };
}

/** Sends a code even while a wait applies (unlike `sendAndRecord`), because this probe expects a rejection. */
async function send(t: Probing, channel: OtpChannel, destination: string): Promise<HttpResponse> {
  const { ledger, now } = t.ctx;
  const request = await t.createSendRequest(channel, destination);
  const response = await ledger.countSend(() => t.send(request));
  const { clientId } = t.app.credentials;
  if (response.accepted) ledger.recordSend({ channel, destination, clientId, at: now() });
  return response;
}

async function decideLimit(
  t: Probing,
  channel: OtpChannel,
  destination: string,
  refusal: HttpResponse,
): Promise<void> {
  const at = t.ctx.now();
  const wait = parseRetryAfter(refusal);
  const sendsToDestination = listSends(t, destination);
  const scope = await detectScope(t, channel, destination);
  const sends = scope === 'destination' ? sendsToDestination : listSends(t);
  const observation = `A send is rejected after ${sends.length} accepted sends in this run`;
  if (scope === null || sends.length === 0)
    return t.recordInconclusive(LIMIT_KEY, `${observation}.`);
  if (wait === null) {
    return t.recordInconclusive(
      LIMIT_KEY,
      `${observation}, counted per ${scope}; no Retry-After header gives the duration.`,
    );
  }
  const [found, ...others] = listWindows(sends, at, wait);
  const per = found && toDialectDuration(normalizeWindow(found.milliseconds / 1000));
  if (!per || others.length > 0) {
    return t.recordInconclusive(
      LIMIT_KEY,
      `${observation}; the time window could not be detected.`,
    );
  }
  t.decide(LIMIT_KEY, { count: found.count, per, scope }, refusal);
}

/** Returns the time windows that explain a refusal: after `wait`, the oldest counted send leaves the window. */
function listWindows(sends: readonly OtpSend[], at: number, wait: number) {
  return sends.flatMap((oldest, index) => {
    const milliseconds = wait + at - oldest.at;
    // The send before `oldest` must have left the window at the time of the refusal.
    const before = sends[index - 1];
    const isStillCounted = before !== undefined && before.at > at - milliseconds;
    return isStillCounted ? [] : [{ count: sends.length - index, milliseconds }];
  });
}

/**
 * Returns `client` if a send to another destination is rejected too, `destination` if not; null if untestable.
 *
 * @param limited the destination to which a send was rejected
 */
async function detectScope(
  t: Probing,
  channel: OtpChannel,
  limited: string,
): Promise<'destination' | 'client' | null> {
  // If no send to the destination was accepted, the limit counted sends to other destinations.
  if (listSends(t, limited).length === 0) return listSends(t).length > 0 ? 'client' : null;
  const picked = pickUnusedDestination(t, channel);
  const isUnused = listSends(t, picked).length === 0;
  // If there is no unused destination, the one with the fewest sends.
  const other = isUnused
    ? picked
    : listUsedDestinations(t, channel).findLast((destination) => destination !== limited);
  if (other === undefined || t.ctx.budget.otpSendsLeft === 0) return null;
  const response = await send(t, channel, other);
  if (response.accepted) return 'destination';
  // A used destination may have reached a limit of its own.
  return isUnused ? 'client' : null;
}

/** A day, an hour, a minute and ten seconds. */
const USUAL_UNITS = [86_400, 3600, 60, 10];

/** Rounds a window to a usual setting, since Retry-After has whole seconds and requests take time. */
export function normalizeWindow(seconds: number): number {
  const unit = USUAL_UNITS.find((size) => {
    const nearest = Math.round(seconds / size) * size;
    return nearest > 0 && Math.abs(nearest - seconds) <= Math.max(2, nearest / 200);
  });
  return unit === undefined ? Math.max(1, Math.round(seconds)) : Math.round(seconds / unit) * unit;
}
