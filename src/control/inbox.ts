import { timestampOf } from '../domain/clock.ts';
import type { OneTimePassword } from '../store/state.ts';
import type { ControlContext } from './call/context.ts';
import { refusalAt } from './call/control-refusal.ts';
import { durationAt } from './call/duration-at.ts';
import type { ControlCall, ControlHandler, ControlSchemas } from './call/handler.ts';

type Message = ControlSchemas['InboxMessage'];
type InboxQuery = ControlCall<'listInbox'>['query'];

/** The longest wait, in milliseconds of wall time. */
const LONGEST_WAIT = 30_000;

/** GET /inbox: what is there; with `wait`, as soon as something is. */
export const listInbox: ControlHandler<'listInbox'> = async ({ query }, context) => {
  const wait = query.wait === undefined ? 0 : waitOf(query.wait);
  const messages = await matching(query, context);
  if (messages.length > 0 || wait === 0) return { status: 200, body: { items: messages } };

  const over = AbortSignal.any([
    context.signal,
    context.services.closing,
    AbortSignal.timeout(wait),
  ]);
  return { status: 200, body: { items: await firstMatching(query, context, over) } };
};

/** DELETE /inbox */
export const emptyInbox: ControlHandler<'emptyInbox'> = async (_call, { services, held }) => {
  await services.store.write(held, (unit) => unit.emptyInbox());
  return { status: 204 };
};

async function firstMatching(
  query: InboxQuery,
  context: ControlContext,
  over: AbortSignal,
): Promise<Message[]> {
  const { store } = context.services;
  for (;;) {
    const enough = new AbortController();
    // The watch begins before the look, so that nothing sent between the two is missed.
    const [, messages] = await Promise.all([
      store.watch(context.workspace, 'inbox', AbortSignal.any([over, enough.signal])),
      look(enough),
    ]);
    if (messages.length > 0 || over.aborted) return messages;
  }

  async function look(enough: AbortController): Promise<Message[]> {
    try {
      const messages = await matching(query, context);
      if (messages.length > 0) enough.abort();
      return messages;
    } catch (error) {
      enough.abort();
      throw error;
    }
  }
}

function matching(
  { channel, to, after }: InboxQuery,
  { services, workspace }: ControlContext,
): Promise<Message[]> {
  return services.store.read(workspace, async (view) => {
    const sent = await view.inbox(after);
    return sent
      .filter((message) => channel === undefined || message.channel === channel)
      .filter((message) => to === undefined || isTo(message, to))
      .map((message) => inboxMessage(message, view.now));
  });
}

function isTo({ channel, destination }: OneTimePassword, to: string): boolean {
  return channel === 'email'
    ? destination.toLowerCase() === to.toLowerCase()
    : // In a query an unescaped + is a space, and people do write ?to=+12025550143.
      destination === to.replace(/^ /, '+');
}

function inboxMessage(message: OneTimePassword, now: number): Message {
  const { id, channel, destination, code, recordId, clientId, sentAt, expiresAt, state } = message;
  return {
    id,
    channel,
    to: destination,
    code,
    recordId,
    clientId,
    sentAt: timestampOf(sentAt),
    expiresAt: timestampOf(expiresAt),
    status: state === 'pending' && expiresAt <= now ? 'expired' : state,
  };
}

function waitOf(duration: string): number {
  const wait = durationAt('/query/wait', duration);
  if (wait <= LONGEST_WAIT) return wait;
  const message = 'The inbox can be waited on for 30 seconds at most.';
  throw refusalAt('/query/wait', 'schema', message, 'must be at most PT30S');
}
