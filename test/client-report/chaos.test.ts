import { describe, expect, it } from 'vitest';

import { useTestSandbox } from '../control/sandbox.ts';
import type { TestSandbox } from '../control/sandbox.ts';
import { ClientApp, TestWorkspace } from '../sandbox.ts';
import { selectByLength } from '../setup/test-length.ts';
import type { RequestOptions, HttpResponse } from '../sandbox.ts';
import { ObservedWorkspace } from './observed-workspace.ts';
import { runCarefulClient } from './careful-client.ts';

const sandbox: TestSandbox = useTestSandbox({
  pauses: { pause: async (ms) => sandbox.clock.advance(ms) },
});

/** Waits for the time in Retry-After, and sends the request again. */
class PatientClient extends ClientApp {
  override async send(path: string, options?: RequestOptions): Promise<HttpResponse> {
    const response = await super.send(path, options);
    const wait = response.headers.get('retry-after');
    if (response.status !== 429 || wait === null) return response;
    sandbox.clock.advance(Number(wait) * 1000);
    return this.send(path, options);
  }
}

class PatientWorkspace extends TestWorkspace {
  override client(id?: string): ClientApp {
    return new PatientClient(this.url, id);
  }
}

async function createWorkspaceWithChaos(chaos: object, seed: number): Promise<ObservedWorkspace> {
  const { body } = await sandbox.send('POST', '/sandbox/workspaces', { scenario: 'default', seed });
  const { status } = await sandbox.send('PUT', `/w/${body.name}/sandbox/chaos`, chaos);
  expect(status).toBe(200);
  return new ObservedWorkspace(sandbox, new PatientWorkspace(body.baseUrl, body.name));
}

describe('the client report under chaos', () => {
  const SEEDS = selectByLength({ short: 3, long: 20 });

  it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
    'reports no mistakes of a careful client: seed %i',
    async (seed) => {
      const observed = await createWorkspaceWithChaos({ level: 'high' }, seed);
      await runCarefulClient(observed);
      expect((await observed.report()).mistakes).toEqual([]);
      const { body } = await observed.workspace.control('/journal?limit=1000');
      const affected = body.items.filter(({ chaos }: { chaos?: string[] }) => chaos !== undefined);
      expect(affected.length).toBeGreaterThan(20);
    },
  );

  it('reports a client that ignores Retry-After', async () => {
    const chaos = { level: 'high', kinds: ['rateLimit'], maxConsecutive: 1 };
    const observed = await createWorkspaceWithChaos(chaos, 1);
    // This client waits for 300 ms; Retry-After is at least one second.
    const impatientClient = new ClientApp(observed.workspace.url);
    const wallet = { walletAddress: `0x${'1'.repeat(40)}`, walletNetwork: 'ETHEREUM' };
    for (let requests = 0; requests < 30; requests += 1) {
      observed.wait(300);
      await impatientClient.start(wallet);
    }
    expect(await observed.listViolatedRules()).toContain('retry-after-ignored');
  });
});
