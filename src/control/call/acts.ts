/** Calls of this API that change how the service answers: a replay has to make them again. */
import type { OutgoingAnswer, OutgoingStream } from '../../http/send.ts';
import type { Method } from '../../contract/openapi-document.ts';
import type { Act } from '../../traffic/repro/recording.ts';
import type { ControlContext } from './context.ts';
import type { ControlOperationId } from './handler.ts';

/** A reset and a loading begin another book; the rest changes nothing, or another workspace. */
const ACTS: ReadonlySet<string> = new Set<ControlOperationId>([
  'updateUser',
  'submitKyc',
  'submitTransaction',
  'settleTransaction',
  'returnTransaction',
  'emptyInbox',
  'updateClock',
  'setFaults',
  'clearFaults',
  'setChaos',
  'undoChange',
]);

export function isAct(operationId: string): boolean {
  return ACTS.has(operationId);
}

interface ActCall {
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
  readonly body: unknown;
}

/** Takes the time; what it returns writes the call down once it is accepted. */
export async function beginAct({
  services: { store, journal },
  held,
}: ControlContext): Promise<(call: ActCall, answer: OutgoingAnswer | OutgoingStream) => void> {
  const before = await store.read(held, async ({ now }) => now);
  return ({ operationId, method, path, body }, answer) => {
    if ('pieces' in answer) return;
    const book = journal.book(held);
    book.recording.act({
      operation: operationId,
      method: method as Act['method'],
      path,
      status: answer.status,
      after: book.last,
      at: instantIn(answer.body, before),
      // How far it was moved on depends on when it was read; where it stands now does not.
      ...bodyIn(operationId === 'updateClock' ? answer.body : body),
    });
  };
}

/** What has passed the document is JSON. */
function bodyIn(body: unknown): Pick<Act, 'body'> {
  return typeof body === 'object' && body !== null ? { body: { ...body } } : {};
}

/** An account tells when it was changed, to the millisecond. */
function instantIn(body: unknown, before: number): number {
  if (typeof body !== 'object' || body === null || !('updateTime' in body)) return before;
  const changed = Date.parse(String(body.updateTime));
  return changed > before ? changed : before;
}
