/** Session tokens that are random strings instead of JWTs must not appear in the output of a run (§2.4, §5.8). */
import { describe, expect, it, onTestFinished } from 'vitest';
import { startIndependentServer, variants } from '../../independent/server.ts';
import { runReal } from './real-run.ts';
import { startRelay } from './relay.ts';

describe('a deployment with opaque session tokens', { timeout: 60_000 }, () => {
  it.each([4, 6, 24])('has no %i-byte token in any output', async (opaqueBytes) => {
    const { plain } = variants;
    const variant = { ...plain, session: { ...plain.session, opaqueBytes } };
    const server = await startIndependentServer({ variant });
    onTestFinished(server.close);
    // Every token of a response and every credential of a request.
    const tokens = new Set<string>();
    const url = await startRelay(server.url, ({ sent, status, text }) => {
      const shown = /^\w+ (.{6,})$/.exec(sent.authorization ?? '')?.[1];
      if (shown !== undefined) tokens.add(shown);
      const token = /"sessionJwt":"([^"]+)"/.exec(text)?.[1];
      if (token !== undefined) tokens.add(token);
      if (status < 400 || status >= 500) return text;
      return JSON.stringify({ message: `not ${shown}!`, seen: [...tokens].slice(-5) });
    });
    const { exit, outputs } = await runReal(url, server);
    // A sessionJwt has to be a JSON Web Token (§2.4).
    expect(exit).toBe(1);
    expect(tokens.size).toBeGreaterThan(20);
    expect(outputs.size).toBe(10);
    // Ids are not secrets, even if a check sends them as bearer tokens.
    for (const word of [server.credentials.clientId, 'undefined', 'null']) tokens.delete(word);
    for (const [name, text] of outputs) {
      const seen = [...tokens].filter((token) => text.includes(token));
      expect(seen, name).toEqual([]);
    }
    const report = outputs.get('conform-report/report.json');
    expect(report).toContain('"authorization": "Bearer <session JWT>"');
  });
});
