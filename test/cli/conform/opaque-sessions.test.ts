/** Session tokens that are not JWTs must not appear in the output of a run (§2.4, §5.8). */
import { describe, expect, it, onTestFinished } from 'vitest';
import { startIndependentServer, variants } from '../../independent/server.ts';
import { runInGitHubActions } from './run-in-github-actions.ts';
import { startRelay } from './start-relay.ts';

describe('a deployment with opaque session tokens', { timeout: 60_000 }, () => {
  // Four bytes are six characters in base64url.
  it.each([4, 6, 24])('has no %i-byte token in any output', async (opaqueBytes) => {
    const { plain } = variants;
    const variant = { ...plain, session: { ...plain.session, opaqueBytes } };
    const server = await startIndependentServer({ variant });
    onTestFinished(server.close);
    const tokens = new Set<string>();
    const url = await startRelay(server.url, ({ requestHeaders, status, text }) => {
      const sentToken = /^\w+ (.{6,})$/.exec(requestHeaders.authorization ?? '')?.[1];
      if (sentToken !== undefined) tokens.add(sentToken);
      const issuedToken = /"sessionJwt":"([^"]+)"/.exec(text)?.[1];
      if (issuedToken !== undefined) tokens.add(issuedToken);
      if (status < 400 || status >= 500) return text;
      return JSON.stringify({ message: `not ${sentToken}!`, seen: [...tokens].slice(-5) });
    });
    const { exit, outputs } = await runInGitHubActions(url, server);
    // A check fails, because a sessionJwt has to be a JSON Web Token (§2.4).
    expect(exit).toBe(1);
    expect(tokens.size).toBeGreaterThan(20);
    // Seven reports, the step summary, stdout and stderr.
    expect(outputs.size).toBe(10);
    // Checks also send these words as bearer tokens, but they are not secrets.
    for (const word of [server.credentials.clientId, 'undefined']) tokens.delete(word);
    for (const [name, text] of outputs) {
      const leaked = [...tokens].filter((token) => text.includes(token));
      expect(leaked, name).toEqual([]);
    }
    const report = outputs.get('conform-report/report.json');
    expect(report).toContain('"authorization": "Bearer <session JWT>"');
  });
});
