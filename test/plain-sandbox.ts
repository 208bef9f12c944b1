/** Settings of the sandboxes of tests: quiet, on any port, with room for a workspace for each test. */
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
