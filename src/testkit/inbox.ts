import { findDurationProblem, parseDuration } from '../domain/duration.ts';
import { getMonotonicTime } from '../ports/real-timers.ts';
import { readData, type ControlClient, type ControlSchemas } from './control-client.ts';
import { InboxTimeout } from './inbox-timeout.ts';

type Message = ControlSchemas['InboxMessage'];

/** Selects the one-time passwords that match all given criteria. */
export interface InboxFilter {
  /** The phone number, or the email address; case is ignored. */
  readonly to?: string;
  readonly channel?: Message['channel'];
  /** A message or its id: only later messages are selected. */
  readonly after?: string | Pick<Message, 'id'>;
}

export interface InboxWait extends InboxFilter {
  readonly to: string;
  /** Milliseconds, or an ISO 8601 duration. Default: 3 seconds. */
  readonly timeout?: number | string;
}

/** The one-time passwords that were sent in a workspace. */
export type Inbox = ReturnType<typeof createInboxClient>;

/** Milliseconds. Shorter than the timeout of test runners, so that the message of InboxTimeout, which lists the inbox, is shown. */
const DEFAULT_TIMEOUT = 3000;
/** The maximum wait of one request, in milliseconds. */
const MAX_WAIT = 30_000;

export function createInboxClient(control: ControlClient) {
  const read = async ({ after, ...criteria }: InboxFilter, wait = 0): Promise<Message[]> => {
    const query = {
      ...criteria,
      ...(after !== undefined && { after: typeof after === 'string' ? after : after.id }),
      ...(wait > 0 && { wait: `PT${wait / 1000}S` }),
    };
    return (await readData(control.GET('/inbox', { params: { query } }))).items;
  };
  return {
    /** Returns the messages that match the filter, including used and expired messages; oldest first. */
    list: (filter: InboxFilter = {}): Promise<Message[]> => read(filter),
    /**
     * Resolves to the newest usable one-time password; waits until one arrives.
     *
     * @throws InboxTimeout if no usable one-time password arrives in time; TypeError if `to` is missing
     */
    async waitFor(options: InboxWait): Promise<Message> {
      requireDestination(options);
      const { timeout = DEFAULT_TIMEOUT, ...filter } = options;
      const end = getMonotonicTime() + toMilliseconds(timeout);
      let { after } = filter;
      for (;;) {
        const msLeft = Math.max(0, end - getMonotonicTime());
        const sent = await read({ ...filter, ...(after && { after }) }, Math.min(msLeft, MAX_WAIT));
        const usable = sent.findLast(({ status }) => status === 'pending');
        if (usable !== undefined) return usable;
        if (msLeft === 0) throw new InboxTimeout(formatTimeout(filter, timeout, await read({})));
        after = sent.at(-1) ?? after;
      }
    },
    /** Clears the inbox; the one-time passwords stay valid. */
    async clear(): Promise<void> {
      await readData(control.DELETE('/inbox'));
    },
  };
}

/** Throws a TypeError if the destination is missing: a test in JavaScript can omit it. */
function requireDestination(options: Partial<InboxWait> | undefined): void {
  if (typeof options?.to === 'string') return;
  throw new TypeError(
    `inbox.waitFor: the option "to" is required: a phone number or an email address, as in {to: "rita@example.test"}; got ${JSON.stringify(options)}`,
  );
}

function toMilliseconds(timeout: number | string): number {
  if (typeof timeout === 'number' && timeout >= 0) return Math.ceil(timeout);
  const isDuration = typeof timeout === 'string' && findDurationProblem(timeout) === undefined;
  if (isDuration) return Math.ceil(parseDuration(timeout));
  throw new TypeError(
    `timeout: expected milliseconds, 0 or more, or an ISO 8601 duration such as "PT5S", got ${JSON.stringify(timeout)}`,
  );
}

function formatTimeout(
  { to, channel, after }: InboxFilter,
  timeout: number | string,
  messages: readonly Message[],
): string {
  const time = typeof timeout === 'number' ? `${timeout} ms` : timeout;
  const criteriaText = [
    `to ${to}`,
    channel && `by ${channel}`,
    after && `after message ${typeof after === 'string' ? after : after.id}`,
  ]
    .filter(Boolean)
    .join(' ');
  const descriptions = messages.map(
    (message) => `${message.channel} to ${message.to} (${message.status})`,
  );
  const inbox =
    descriptions.length === 0
      ? 'The inbox is empty.'
      : `The inbox contains: ${descriptions.slice(-10).join(', ')}.`;
  return `No usable one-time password ${criteriaText} arrived in the inbox within ${time}. ${inbox}`;
}
