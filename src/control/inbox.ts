import { formatTimestamp } from '../domain/clock.ts';
import { joinSignals } from '../ports/join-signals.ts';
import type { OneTimePassword } from '../domain/records.ts';
import { decodeReference } from './accounts/user-reference.ts';
import type { ControlContext } from './request/context.ts';
import { parseDurationAt, createRefusalAt } from './request/control-refusal.ts';
import type { ControlRequest, ControlHandlers, ControlSchemas } from './request/handler.ts';
import { slicePage, parsePage } from './request/page.ts';

type InboxMessage = ControlSchemas['InboxMessage'];
type InboxPage = ControlSchemas['Inbox'];
type InboxQuery = ControlRequest<'listInbox'>['query'];

/** Milliseconds of wall time. */
const MAX_WAIT = 30_000;

export const inboxHandlers = {
  /** GET /inbox: returns the messages; with `wait`, waits for the first. */
  async listInbox({ query }, context) {
    const wait = query.wait === undefined ? 0 : parseWait(query.wait);
    const page = await listMatching(query, context);
    if (page.items.length > 0 || wait === 0) return { status: 200, body: page };

    const { pauses, closing } = context.services;
    const waiting = joinSignals(context.signal, closing);
    try {
      void pauses.pause(wait, waiting.signal).then(() => waiting.abort());
      return { status: 200, body: await waitForMatching(query, context, waiting.signal) };
    } finally {
      // Ends the pause if messages came first.
      waiting.abort();
    }
  },

  async clearInbox(_request, { services, workspaceId }) {
    await services.store.write(workspaceId, (unit) => unit.clearInbox());
    return { status: 204 };
  },
} satisfies ControlHandlers;

/** Returns the first page with messages; an empty page when `endSignal` aborts. */
async function waitForMatching(
  query: InboxQuery,
  context: ControlContext,
  endSignal: AbortSignal,
): Promise<InboxPage> {
  const { store } = context.services;
  for (;;) {
    const watch = joinSignals(endSignal);
    const endWatch = () => watch.abort();
    // The watch starts before the read, so that no message is missed. The watch ends at a change, or when the
    // read finds messages or fails.
    const [, page] = await Promise.all([
      store.watch(context.workspaceName, watch.signal),
      listMatching(query, context).then((found) => {
        if (found.items.length > 0) endWatch();
        return found;
      }),
    ]).finally(endWatch);
    if (page.items.length > 0 || endSignal.aborted) return page;
  }
}

function listMatching(
  { channel, to, after, ...paging }: InboxQuery,
  { services, workspaceName }: ControlContext,
): Promise<InboxPage> {
  return services.store.read(workspaceName, async (view) => {
    const sent = await view.listInbox({ after, to: to === undefined ? to : decodeReference(to) });
    const matching = sent
      .filter((message) => channel === undefined || message.channel === channel)
      .map((message) => toInboxMessage(message, view.now));
    // Without a limit, the page has all messages: a default limit would cut off the newest, which are last.
    return slicePage(matching, parsePage({ limit: matching.length, ...paging }));
  });
}

function toInboxMessage(sent: OneTimePassword, now: number): InboxMessage {
  const { id, channel, destination, code, recordId, clientId, sentAt, expiresAt, state } = sent;
  return {
    id,
    channel,
    to: destination,
    code,
    recordId,
    clientId,
    sentAt: formatTimestamp(sentAt),
    expiresAt: formatTimestamp(expiresAt),
    status: state === 'pending' && expiresAt <= now ? 'expired' : state,
  };
}

function parseWait(duration: string): number {
  const wait = parseDurationAt('/query/wait', duration);
  if (wait <= MAX_WAIT) return wait;
  const message = 'The maximum of wait is 30 seconds.';
  throw createRefusalAt('/query/wait', 'invalidRequest', message, 'must be at most PT30S');
}
