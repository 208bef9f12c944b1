/** A sandbox that stands where a recorded run began, and whose time is told to it. */
import { ONLY } from '../store/parts.ts';
import type { Fault } from '../contract/control-words.ts';
import type { Repro } from '../contract/repro.gen.ts';
import { DEFAULT_WORKSPACE } from '../control/call/workspace-urls.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { defaultDialect } from '../dialect/keys.ts';
import { steppingClock } from '../ports/clock.ts';
import { silentLog } from '../ports/log.ts';
import { requestIds } from '../ports/request-ids.ts';
import { signaturesAtFirstUse } from '../ports/signatures.ts';
import { joseTokens } from '../ports/tokens.ts';
import { loadWithItsDialect } from '../scenarios/load.ts';
import { createApp } from '../server/create-app.ts';
import { listenOn, urlOf } from '../server/listening.ts';
import { chaosOf } from '../store/chaos-setting.ts';
import { memoryStore } from '../store/memory-store.ts';
import type { Base } from '../store/base.ts';
import type { ChaosKind } from '../store/state.ts';
import type { HeldWorkspace, Store } from '../store/store.ts';
import type { Book } from '../traffic/journal/book.ts';
import { memoryJournal } from '../traffic/journal/journal.ts';
import { newMetrics } from '../traffic/metrics/metrics.ts';
import { UnfitRepro } from './repro-file.ts';
import { withStandIns } from './stand-in-signatures.ts';
import type { StandInSignatures } from './stand-in-signatures.ts';

export interface ReplaySandbox {
  readonly url: string;
  readonly store: Store;
  readonly held: HeldWorkspace;
  readonly book: Book;
  readonly signatures: StandInSignatures;
  /** Moves the clock of the workspace on to an instant, unless it is later already or stands still. */
  setTime(instant: number): Promise<void>;
  close(): Promise<void>;
}

/** What the workspace of a run was made of. */
interface Beginning {
  readonly base: Base;
  readonly dialect: Dialect;
}

const PLACE = { host: '127.0.0.1', port: 0 };

/** As many as a journal can have. */
const MOST_CALLS = 10_000;

/** @throws UnfitRepro for a scenario that can't be loaded */
export async function replaySandbox(repro: Repro, file: string): Promise<ReplaySandbox> {
  const began = await beginningOf(repro, file);
  const clock = steppingClock(Date.parse(repro.clock.now));
  const store = await memoryStore(clock);
  const held = await storedAsItBegan(store, repro, began);

  const signatures = withStandIns(signaturesAtFirstUse());
  const journal = memoryJournal({ store, limit: MOST_CALLS, clock, signatures });
  const closing = new AbortController();
  const services = {
    store,
    journal,
    clock,
    signatures,
    tokens: joseTokens,
    log: silentLog,
    // Waiting shows nothing that a replay compares.
    pauses: { pause: () => Promise.resolve() },
    access: {
      reach: 'loopback' as const,
      allowHost: [],
      cors: [],
      publicUrl: undefined,
      controlToken: undefined,
    },
    metrics: newMetrics(),
    makeRequestId: requestIds(),
    closing: closing.signal,
  };
  const start = {
    sources: [],
    ...began,
    seed: repro.seed,
    clockStart: undefined,
    chaos: 'off' as const,
  };
  const control = { ...services, start, makeName: () => 'replayed' };
  const server = createApp({ ...services, control }).createServer();
  await listenOn(server, PLACE);

  return {
    url: urlOf(server, PLACE.host),
    store,
    held,
    signatures,
    book: journal.book(held),
    async setTime(instant) {
      const view = await store.read(held, async ({ now, clock: { state } }) => ({ now, state }));
      if (view.state === 'running' && instant > view.now) clock.advance(instant - view.now);
    },
    async close() {
      closing.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await store.close();
    },
  };
}

/** @throws UnfitRepro */
async function beginningOf({ scenario: document }: Repro, file: string): Promise<Beginning> {
  const loaded = await loadWithItsDialect([{ document }], defaultDialect);
  if ('findings' in loaded) {
    throw new UnfitRepro(
      loaded.findings.map((found) => ({ ...found, file, pointer: `/scenario${found.pointer}` })),
    );
  }
  return { base: loaded.base, dialect: loaded.dialect };
}

/** The workspace as it stood, with the faults and the chaos that were set. */
async function storedAsItBegan(
  store: Store,
  { seed, chaos, faults }: Repro,
  { base, dialect }: Beginning,
): Promise<HeldWorkspace> {
  await store.create({ name: DEFAULT_WORKSPACE, seed, dialect, base });
  const { generation } = await store.open(DEFAULT_WORKSPACE);
  const held = { name: DEFAULT_WORKSPACE, generation };
  await store.write(held, async (unit) => {
    // They fit the schema; what they mean was checked when they were set.
    await unit.put('faults', ONLY, faults as Fault[]);
    const asked = { ...chaos, kinds: chaos.kinds as ChaosKind[] };
    const about = { since: Date.parse(chaos.since), draws: chaos.draws, dialect };
    const { inARow, phrase } = chaos;
    await unit.put('chaos', ONLY, { ...chaosOf(asked, about), inARow, phrase });
  });
  return held;
}
