import { expect, it } from 'vitest';
import { readPublishedKeys } from '../../../conformance/observations/published-keys.ts';
import { useScriptedServer, type ScriptedResponse } from '../scripted-server.ts';

const server = useScriptedServer();

/** Returns the verdict of a check that reads the published keys. */
async function runKeyCheck(responses: readonly ScriptedResponse[]): Promise<string> {
  const { result } = await server.run(responses, async (t) => {
    const keys = await readPublishedKeys(t);
    t.assert(keys.accepted, 'expected keys', keys);
  });
  return `${result.verdict}, ${result.cause}: ${result.reason}`;
}

it('a check of the published keys is not tested if the key set is missing', async () => {
  expect(await runKeyCheck([{ status: 404 }])).toMatch(
    /^not-tested, dialect: Needs public keys at \//,
  );
});

it('a rate limit does not count as a missing key set', async () => {
  // Enough for the request and all retries.
  const rateLimitedResponses = Array.from({ length: 200 }, () => ({ status: 429 }));
  expect(await runKeyCheck(rateLimitedResponses)).toMatch(/^not-tested, environment: .*: 429\.$/);
});
