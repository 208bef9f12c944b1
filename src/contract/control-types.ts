/** Types of the control API, from the generated file. */
import type { components } from './control.gen.ts';

type Schemas = components['schemas'];

export type Fault = Readonly<Schemas['Fault']>;
export type FaultEffect = Readonly<Schemas['FaultEffect']>;

export type ChaosLevel = Schemas['ChaosLevel'];
export type { ChaosKind } from './chaos-kinds.gen.ts';

/** A request to the service, as the journal shows it. */
export type JournalEntry = Schemas['JournalEntry'];
export type RequestOutcome = JournalEntry['outcome'];
export type JournalFields = Schemas['JournalFields'];
export type BodyOmitted = Schemas['BodyOmitted'];
export type ViolatedRule = Schemas['ViolatedRule'];
export type NearMiss = Schemas['NearMiss'];
export type Difference = Schemas['Difference'];

/** A request of a web page to its browser wallet, with the response. */
export type WalletRecord = Schemas['WalletRecord'];

/** The id of an operation of the control API that changes a user. */
export type ChangingOperation = Schemas['ChangingOperation'];

/** The engine of the store, and whether it is writable. */
export type StoreHealth = Readonly<Schemas['StoreHealth']>;
