import packageManifest from '../../package.json' with { type: 'json' };
import { presentUsers } from '../accounts/present-user.ts';
import type { RecordedCall, Repro } from '../contract/repro.gen.ts';
import { timestampOf } from '../domain/clock.ts';
import { exportScenario } from '../scenarios/export.ts';
import { writeRuntime } from '../scenarios/snapshot/runtime-document.ts';
import type { Chaos } from '../store/state.ts';
import type { View } from '../store/store.ts';
import { recordedEntry } from '../traffic/repro/recorded-entry.ts';
import { ControlRefusal } from './call/control-refusal.ts';
import type { ControlHandler } from './call/handler.ts';

/** GET /repro: the state that the run begins with, and all that was done since. */
export const getRepro: ControlHandler<'getRepro'> = async (_call, { services, held }) => {
  const { store, journal } = services;
  if (store.keptView === undefined) {
    throw new ControlRefusal('illegalState', 'This store keeps no states to begin a replay with.');
  }
  const book = journal.book(held);
  const start = book.recording.start(book.first);
  if (start === undefined) {
    const why =
      book.last === 0
        ? 'No call of the service has been made yet: there is nothing to replay.'
        : 'The calls since the last state that is known have made room; raise --journal-limit.';
    throw new ControlRefusal('illegalState', why);
  }
  const { checkpoint, acts } = start;
  const body = await store.read(held, async (view): Promise<Repro> => {
    const calls = [...book.after(checkpoint.behind)];
    const journal: RecordedCall[] = [];
    for (const numbered of calls) journal.push(await recordedEntry(view, book, numbered));
    return {
      ...(await beginning(checkpoint.view)),
      recordedAt: timestampOf(view.now),
      journal,
      controls: acts.map(({ after, at, ...act }) => ({
        ...act,
        after: after <= checkpoint.behind ? null : book.idOf(after),
        at: timestampOf(at),
      })),
      missing: checkpoint.behind,
    };
  });
  return { status: 200, body: { ...body } };
};

type Beginning = Omit<Repro, 'recordedAt' | 'journal' | 'controls' | 'missing'>;

async function beginning(view: View): Promise<Beginning> {
  const { settings, scope, clock, faults, chaos, now } = view;
  const users = await presentUsers(view, 0, await view.userCount());
  const runtime = writeRuntime(await view.runtime(), settings.dialect, users);
  return {
    reproVersion: 1,
    versions: { flagbearer: packageManifest.version },
    workspace: settings.name,
    seed: scope.seed,
    clock: { now: timestampOf(now), frozen: clock.state === 'frozen' },
    dialect: { version: 1, values: settings.dialect },
    scenario: { ...exportScenario(view.base, users), runtime },
    faults: [...faults],
    chaos: writtenChaos(chaos),
  };
}

function writtenChaos({ setting, inARow, phrase }: Chaos): Repro['chaos'] {
  const { level, kinds, maxConsecutive, since, draws } = setting;
  return {
    level,
    kinds: [...kinds],
    maxConsecutive,
    since: timestampOf(since),
    draws: { ...draws },
    inARow: { ...inARow },
    phrase,
  };
}
