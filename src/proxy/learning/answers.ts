/** What shows in calls of every operation: statuses, refusals, what is needed and what is let pass. */
import { errorShape } from '../../../conformance/answers/error-shape.ts';
import { serviceOperations } from '../../contract/effective/service-contract.ts';
import { headerOf, type SeenAnswer } from '../seen-call.ts';
import type { Control } from './controls.ts';
import type { Lesson } from './lesson.ts';

const OPERATIONS = [...serviceOperations.keys()];

/** What a request has against it that alone would be the cause of its refusal. */
const CAUSES = ['clientCredentials', 'bearer', 'malformed', 'mediaType', 'schema'] as const;

/** What of the request is right, and has to be known as that. */
const CONTROL_OF: { readonly [Cause in (typeof CAUSES)[number]]: Control } = {
  clientCredentials: 'operation',
  bearer: 'credentials',
  malformed: 'caller',
  mediaType: 'caller',
  schema: 'caller',
};

export type RequestFault =
  | (typeof CAUSES)[number]
  /** Its body is not there, or too large to tell what is wrong with it. */
  | 'unclearBody'
  | 'unknownFields';

export type RequestFaults = ReadonlySet<RequestFault>;

export function learnFromAnswers(lesson: Lesson, faults: RequestFaults): void {
  if (lesson.accepted) learnFromAcceptance(lesson, faults);
  else if (lesson.status >= 400 && lesson.status < 500 && lesson.status !== 429) {
    learnFromRefusal(lesson, faults);
  }
}

function learnFromAcceptance(lesson: Lesson, faults: RequestFaults): void {
  const { operationId, status, bearer, traces, decide } = lesson;
  traces.statuses.set(operationId, status);
  // What is unknown in the answer to a one-time password may be the code.
  const mayBeCode = operationId.startsWith('authenticate') && operationId.endsWith('Otp');
  if (faults.has('unknownFields') && !mayBeCode) decide('requests.unknownFields', 'ignore');
  if (faults.has('mediaType')) decide('requests.contentType', 'ignore');
  if (bearer === null) traces.bearers.set(operationId, 'notNeeded');
  successStatus(lesson);
  bearersNeeded(lesson);
}

/** Whole only when every operation was accepted; until then others are as they were assumed. */
function successStatus({ traces: { statuses }, decide }: Lesson): void {
  const seen = new Set(statuses.values());
  const [only] = seen;
  if (seen.size === 1 && statuses.size === OPERATIONS.length) {
    decide('success.status', only, 'refine');
  } else if (seen.size > 1 || only !== 200) {
    decide('success.status', Object.fromEntries(statuses), 'refine');
  }
}

/** §5.7: which calls need a bearer is known when it is known of all. */
function bearersNeeded({ traces: { bearers }, decide }: Pick<Lesson, 'traces' | 'decide'>): void {
  if (!OPERATIONS.every((operation) => operation === 'getUser' || bearers.has(operation))) return;
  const needed = OPERATIONS.filter((operation) => bearers.get(operation) === 'needed');
  decide('bearer.requiredOn', needed, 'refine');
}

function learnFromRefusal(lesson: Lesson, faults: RequestFaults): void {
  const { operationId, status, traces, decide } = lesson;
  const { answer } = lesson.call;
  if (answer === null || isForeignPage(answer)) return;
  const shape = errorShape({
    body: lesson.answer,
    isEmpty: answer.body.kind === 'none',
    contentType: headerOf(answer.headers, 'content-type') ?? '',
  });
  if (shape !== null) decide('errors.body', shape);
  const cause = faults.has('unclearBody') ? null : causeOf(faults);
  if (cause === null) return;
  lesson.onceAccepted(CONTROL_OF[cause], (decideNow) => {
    decideNow(`errors.status.${cause}`, status);
    if (cause === 'mediaType') decideNow('requests.contentType', 'enforce');
    if (cause === 'bearer') {
      traces.bearers.set(operationId, 'needed');
      bearersNeeded({ traces, decide: decideNow });
    }
  });
}

/** A refusal by something before the service tells nothing of it. */
export function isForeignPage({ status, headers }: SeenAnswer): boolean {
  return status === 403 && (headerOf(headers, 'content-type') ?? '').startsWith('text/html');
}

/** The one thing that is wrong; null where it is none, or might be another. */
function causeOf(faults: RequestFaults): (typeof CAUSES)[number] | null {
  const [only, ...others] = CAUSES.filter((cause) => faults.has(cause));
  return only === undefined || others.length > 0 ? null : only;
}
