import type { Dialect } from '../dialect/dialect.ts';
import { findingsRefusal } from './scenario-base.ts';

/**
 * Loads the dialect of a new workspace from a request.
 *
 * @throws ControlRefusal findings
 */
export async function dialectFrom(document: unknown): Promise<Dialect> {
  // Its schema is large, and few workspaces have a dialect of their own.
  const { loadDialect } = await import('../dialect/load.ts');
  const loaded = await loadDialect(document);
  if ('dialect' in loaded) return loaded.dialect;
  throw findingsRefusal('dialect', loaded.findings, '/body/dialect');
}
