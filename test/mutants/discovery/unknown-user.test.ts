/** The id of an unknown user, in the read that detects `errors.status.identityUnknown`. */
import { expect, it, vi } from 'vitest';
import { createDocument } from '../../setup/dialect-document.ts';
import { sandboxDeployment } from '../deployments.ts';
import { useTargets } from '../sandbox-targets.ts';
import { discoverMutant, DISCOVERY_TIMEOUT } from './use-discovery.ts';

vi.setConfig({ testTimeout: 2 * DISCOVERY_TIMEOUT });
const targets = useTargets();

it('is the same in each run with the same seed', async () => {
  const document = createDocument({
    'user.path': '/v1/user',
    'user.identifiedBy': { query: 'uid' },
  });
  const deployment = await sandboxDeployment(targets, 'user by id', document);
  const readUnknownIds = async () => {
    const unknownIds = new Set<string>();
    const discovered = await discoverMutant(deployment, async ({ request, forward }) => {
      const response = await forward();
      const { uid } = request.query;
      // The digits from that of the version on are those of a user.
      if (response.status === 404 && uid !== undefined) unknownIds.add(uid.slice(0, 13));
      return response;
    });
    expect(discovered.value('errors.status.identityUnknown')).toBe(404);
    return [...unknownIds];
  };
  const unknownIds = await readUnknownIds();
  expect(unknownIds).toHaveLength(1);
  expect(await readUnknownIds()).toEqual(unknownIds);
});
