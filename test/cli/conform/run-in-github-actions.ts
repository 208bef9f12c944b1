import { join } from 'node:path';
import { readFiles, createFolder } from '../../setup/folder.ts';
import type { IndependentServer } from '../../independent/server.ts';
import { runFlagbearer } from '../run-flagbearer.ts';

export interface ActionsRun {
  readonly exit: number | string | null;
  /** Texts by name: the path of a file, `stdout` or `stderr`. */
  readonly outputs: ReadonlyMap<string, string>;
}

/** Runs `flagbearer conform`, as in GitHub Actions, against the URL of a server, or of a proxy for the server. */
export async function runInGitHubActions(
  url: string,
  { credentials, outboxUrl }: IndependentServer,
): Promise<ActionsRun> {
  const cwd = await createFolder({});
  const { clientId, clientSecret, accessToken } = credentials;
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: join(cwd, 'step.md'),
    FLAGBEARER_CLIENT_ID: clientId,
    FLAGBEARER_CLIENT_SECRET: clientSecret,
    FLAGBEARER_ACCESS_TOKEN: accessToken,
    FLAGBEARER_OTP_SOURCE: `${outboxUrl}?channel={channel}&to={destination}`,
  };
  const { exit, stdout, stderr } = await runFlagbearer(['conform', url], { cwd, env });
  const outputs = { ...(await readFiles(cwd)), stdout, stderr };
  return { exit, outputs: new Map(Object.entries(outputs)) };
}
