/** Provides facts of a workspace that rarely change, such as its clients and its dialect. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { Dialect } from '../../dialect/dialect.ts';
import { control, readBody } from '../api/control.ts';
import type { Client, Schemas } from '../api/schemas.ts';
import { workspace } from './route.ts';

type FlagDefinition = Dialect['flags']['catalogue'][number];

interface WorkspaceFacts {
  readonly health: Schemas['Health'];
  readonly baseUrl: string;
  readonly clients: readonly Client[];
  readonly dialect: Dialect;
  /** By code. */
  readonly flags: ReadonlyMap<string, FlagDefinition>;
}

export const Facts = createContext<WorkspaceFacts | undefined>(undefined);

/** Returns the facts of the workspace. Views are shown once the facts are loaded. */
export function useFacts(): WorkspaceFacts {
  const facts = useContext(Facts);
  if (facts === undefined) throw new Error('the workspace is not loaded yet');
  return facts;
}

export async function readFacts(signal: AbortSignal): Promise<WorkspaceFacts> {
  const params = { path: { name: workspace.value } };
  const [health, { values }, { baseUrl, clients }] = await Promise.all([
    readBody(control.value.GET('/health', { signal })),
    readBody(control.value.GET('/dialect', { signal })),
    readBody(control.value.GET('/workspaces/{name}', { params, signal })),
  ]);
  // The sandbox returns a value for every key of the dialect.
  const dialect = values as Dialect;
  const flags = new Map(dialect.flags.catalogue.map((flag) => [flag.code, flag]));
  return { health, baseUrl, clients, dialect, flags };
}
