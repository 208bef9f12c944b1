import type { components } from '../../contract/control.gen.ts';

export type Schemas = components['schemas'];

export type SandboxUser = Schemas['SandboxUser'];
export type Transaction = Schemas['Transaction'];
export type KycStatus = Schemas['KycStatus'];
export type Change = Schemas['Change'];
export type Changes = Schemas['Changes'];
export type Expectations = Schemas['Expectations'];
export type JournalEntry = Schemas['JournalEntry'];
export type InboxMessage = Schemas['InboxMessage'];
export type Fault = Schemas['Fault'];
export type FaultRule = Schemas['FaultRule'];
export type Finding = Schemas['Finding'];
export type Workspace = Schemas['Workspace'];
export type Client = Schemas['Client'];
export type ServiceOperation = Schemas['ServiceOperation'];
