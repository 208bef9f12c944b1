/** Settings for a sandbox in tests: silent, on a free port, with a high limit of workspaces. */
import type { SandboxOptions } from '../src/server/listen.ts';

export const plainSandbox: SandboxOptions = {
  port: 0,
  host: '127.0.0.1',
  scenario: ['default'],
  allowHost: [],
  workspaceLimit: 10_000,
  workspaceTtl: 'none',
  cors: [],
  journalLimit: 1000,
  chaos: 'off',
  log: 'silent',
};
