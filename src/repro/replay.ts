/** Replays a recorded run on a sandbox of its own and says of each call whether it went as before. */
import type { RecordedAct, RecordedCall, Repro } from '../contract/repro.gen.ts';
import { recordedEntry } from '../traffic/repro/recorded-entry.ts';
import { differencesOf } from './compared-calls.ts';
import type { AnswerDifference } from './compared-calls.ts';
import { NotRebuilt } from './not-rebuilt.ts';
import { rebuiltCall } from './rebuilt-call.ts';
import type { RebuiltCall } from './rebuilt-call.ts';
import { replaySandbox } from './replay-sandbox.ts';
import type { ReplaySandbox } from './replay-sandbox.ts';
import { sendCall } from './sent-call.ts';

export interface ReplayedCall {
  readonly id: string;
  /** `POST /v1/auth/otp/email:send` */
  readonly call: string;
  readonly verdict: 'same' | 'differs' | 'notReplayed';
  /** Where it differs; empty for the same. */
  readonly differences: readonly AnswerDifference[];
  /** Why it was not replayed, and what was assumed where it was. */
  readonly notes: readonly string[];
}

export interface Replay {
  readonly calls: readonly ReplayedCall[];
  /** Calls of the control API that were answered with another status, or not known to this version. */
  readonly controls: readonly string[];
  /** Calls before the beginning that are not in the file. */
  readonly missing: number;
}

/**
 * @param file names the run in what is said about it
 * @throws UnfitRepro for a scenario that can't be loaded
 */
export async function replay(repro: Repro, file: string): Promise<Replay> {
  const sandbox = await replaySandbox(repro, file);
  try {
    const calls: ReplayedCall[] = [];
    const controls: string[] = [];
    for (const step of stepsOf(repro)) {
      if ('request' in step) calls.push(await replayed(step, sandbox));
      else controls.push(...(await actedAgain(step, sandbox)));
    }
    return { calls, controls, missing: repro.missing };
  } finally {
    await sandbox.close();
  }
}

/** Calls and what was done between them, in order. */
function* stepsOf({ journal, controls }: Repro): Generator<RecordedCall | RecordedAct> {
  yield* controls.filter(({ after }) => after === null);
  for (const call of journal) {
    yield call;
    yield* controls.filter(({ after }) => after === call.id);
  }
}

async function actedAgain(act: RecordedAct, sandbox: ReplaySandbox): Promise<readonly string[]> {
  const { method, path, body, status, at } = act;
  await sandbox.setTime(Date.parse(at));
  const answer = await fetch(`${sandbox.url}/sandbox${path}`, {
    method: method.toUpperCase(),
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (answer.status === status) return [];
  return [`${method.toUpperCase()} /sandbox${path}: was ${status}, is ${answer.status}`];
}

async function replayed(was: RecordedCall, sandbox: ReplaySandbox): Promise<ReplayedCall> {
  const about = { id: was.id, call: `${was.request.method} ${was.request.path}` };
  await sandbox.setTime(Date.parse(was.replay.at));
  let rebuilt: RebuiltCall;
  try {
    rebuilt = await rebuiltCall(was, sandbox);
  } catch (error) {
    if (!(error instanceof NotRebuilt)) throw error;
    return { ...about, verdict: 'notReplayed', differences: [], notes: [error.message] };
  }
  const is = await answered(rebuilt, sandbox);
  const differences = differencesOf(was, is);
  const { assumed } = rebuilt;
  if (differences.length === 0) return { ...about, verdict: 'same', differences, notes: assumed };
  // The difference may be that of the secret, and says nothing then.
  const verdict = assumed.length > 0 ? 'notReplayed' : 'differs';
  const notes = assumed.map((note) => `${note}, and the answer is another one`);
  return { ...about, verdict, differences, notes };
}

/** The journal of the sandbox has the answer as the file has it, secrets left out in the same way. */
async function answered(
  call: RebuiltCall,
  { url, book, store, held }: ReplaySandbox,
): Promise<RecordedCall> {
  const ended = new AbortController();
  const next = firstOf(book.follow(book.last, ended.signal));
  await sendCall(url, call);
  const numbered = await next;
  ended.abort();
  if (numbered === undefined) throw new Error('the sandbox of the replay has ended');
  return store.read(held, (view) => recordedEntry(view, book, numbered));
}

async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item;
  return undefined;
}
