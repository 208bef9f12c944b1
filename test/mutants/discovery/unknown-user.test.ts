import { expect, it } from 'vitest';
import { createDocument } from '../../setup/dialect-document.ts';
import { createSandboxDeployment } from '../deployments.ts';
import { useTargets } from '../sandbox-targets.ts';
import { discoverMutant } from './use-discovery.ts';

const targets = useTargets();

it('with the same seed, discovery requests the user read with the same unknown id', async () => {
  const document = createDocument({
    'user.path': '/v1/user',
    'user.identifiedBy': { query: 'uid' },
  });
  const deployment = await createSandboxDeployment(targets, 'user by id', document);
  const readUnknownIds = async () => {
    const unknownIds = new Set<string>();
    const discovered = await discoverMutant(deployment, async ({ request, forward }) => {
      const response = await forward();
      const { uid } = request.query;
      // Discovery generates the first 13 characters, and copies the others from the id of a user.
      if (response.status === 404 && uid !== undefined) unknownIds.add(uid.slice(0, 13));
      return response;
    });
    expect(discovered.getValue('errors.status.identityUnknown')).toBe(404);
    return [...unknownIds];
  };
  // The settings of every run have the same seed.
  const unknownIds = await readUnknownIds();
  expect(unknownIds).toHaveLength(1);
  expect(await readUnknownIds()).toEqual(unknownIds);
});
