/** Facts of a workspace that rarely change: its clients and its dialect. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { Dialect } from '../../dialect/dialect.ts';
import { readBody, getControlClient } from '../api/control.ts';
import { toDialect } from '../api/documents.ts';
import type { Client, Schemas } from '../api/schemas.ts';

export type FlagDefinition = Dialect['flags']['catalogue'][number];

export interface WorkspaceFacts {
  readonly name: string;
  readonly health: Schemas['Health'];
  readonly baseUrl: string;
  readonly clients: readonly Client[];
  readonly dialect: Dialect;
  /** By code. */
  readonly flags: ReadonlyMap<string, FlagDefinition>;
}

export const Facts = createContext<WorkspaceFacts | undefined>(undefined);

/** Returns the facts of the workspace; views are shown once they are loaded. */
export function useFacts(): WorkspaceFacts {
  const facts = useContext(Facts);
  if (facts === undefined) throw new Error('the workspace is not loaded yet');
  return facts;
}

export async function readFacts(name: string, signal: AbortSignal): Promise<WorkspaceFacts> {
  const api = getControlClient(name);
  const [health, { values }, { baseUrl, clients }] = await Promise.all([
    readBody(api.GET('/health', { signal })),
    readBody(api.GET('/dialect', { signal })),
    readBody(api.GET('/workspaces/{name}', { params: { path: { name } }, signal })),
  ]);
  const dialect = toDialect(values);
  return {
    name,
    health,
    baseUrl,
    clients,
    dialect,
    flags: new Map(dialect.flags.catalogue.map((flag) => [flag.code, flag])),
  };
}
