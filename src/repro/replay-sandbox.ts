/** A sandbox that stands where a recorded run began, and whose time is told to it. */
import type { Fault } from '../contract/control-words.ts';
import type { Repro } from '../contract/repro.gen.ts';
import { DEFAULT_WORKSPACE } from '../control/call/workspace-urls.ts';
import { defaultDialect } from '../dialect/keys.ts';
import { steppingClock } from '../ports/clock.ts';
import { silentLog } from '../ports/log.ts';
import { requestIds } from '../ports/request-ids.ts';
import { signaturesAtFirstUse } from '../ports/signatures.ts';
import type { Signatures } from '../ports/signatures.ts';
import { joseTokens } from '../ports/tokens.ts';
import { loadWithItsDialect } from '../scenarios/load.ts';
import { createApp } from '../server/create-app.ts';
import { listenOn, urlOf } from '../server/listening.ts';
import { chaosOf } from '../store/chaos-setting.ts';
import { lowdbStore } from '../store/lowdb.ts';
import type { ChaosKind } from '../store/state.ts';
import type { HeldWorkspace, Store } from '../store/store.ts';
import type { Book } from '../traffic/journal/book.ts';
import { memoryJournal } from '../traffic/journal/journal.ts';
import { newMetrics } from '../traffic/metrics/metrics.ts';
import { UnfitRepro } from './repro-file.ts';

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

/** Signatures among which some are taken for those of a wallet whose key nobody here has. */
export interface StandInSignatures extends Signatures {
  /** @returns a signature that is taken for one of that wallet over whatever text */
  standIn(address: string): string;
}

const PLACE = { host: '127.0.0.1', port: 0 };

/** @throws UnfitRepro for a scenario that can't be loaded */
export async function replaySandbox(repro: Repro, file: string): Promise<ReplaySandbox> {
  const { scenario: document, chaos, faults, clock: began } = repro;
  const loaded = await loadWithItsDialect([{ document }], defaultDialect);
  if ('findings' in loaded) {
    throw new UnfitRepro(
      loaded.findings.map((found) => ({ ...found, file, pointer: `/scenario${found.pointer}` })),
    );
  }
  const { base, dialect } = loaded;
  const clock = steppingClock(Date.parse(began.now));
  const store = lowdbStore(clock);
  await store.create({ name: DEFAULT_WORKSPACE, seed: repro.seed, dialect, base });
  const { incarnation } = await store.open(DEFAULT_WORKSPACE);
  const held = { name: DEFAULT_WORKSPACE, incarnation };
  await store.write(held, async (unit) => {
    // They fit the schema; what they mean was checked when they were set.
    await unit.putFaults(faults as Fault[]);
    const asked = { ...chaos, kinds: chaos.kinds as ChaosKind[] };
    const about = { since: Date.parse(chaos.since), draws: chaos.draws, dialect };
    const { inARow, phrase } = chaos;
    await unit.putChaos({ ...chaosOf(asked, about), inARow, phrase });
  });

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
    base,
    dialect,
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

/** As many as a journal can have. */
const MOST_CALLS = 10_000;

function withStandIns(real: Signatures): StandInSignatures {
  const addresses = new Map<string, string>();
  return {
    standIn(address) {
      const number = (addresses.size + 1).toString(16);
      const signature = `0x${number.padStart(128, '0')}1b`;
      addresses.set(signature, address.toLowerCase());
      return signature;
    },
    async recover(message, signature, accepts) {
      const address = addresses.get(signature);
      return address === undefined
        ? real.recover(message, signature, accepts)
        : { outcome: 'recovered', address };
    },
    sign: (message, privateKey) => real.sign(message, privateKey),
  };
}
