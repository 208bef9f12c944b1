import { expect, it } from 'vitest';
import { createSimilar } from '../../../conformance/contexts/signed-up.ts';
import { useScriptedServer } from '../scripted-server.ts';

const { run } = useScriptedServer();

it('an address with the same mask differs only in the middle of the local part', async () => {
  let original = '';
  let similar = '';
  await run([], (t) => {
    original = t.ctx.identities.generateDestination('email');
    similar = createSimilar['same-mask'](original, t);
    return Promise.resolve();
  });
  const maskMiddle = (address: string) =>
    address.replace(/(?<=^.)[^-]+/, (middle) => '*'.repeat(middle.length));
  expect(similar).not.toBe(original);
  expect(maskMiddle(similar)).toBe(maskMiddle(original));
});
