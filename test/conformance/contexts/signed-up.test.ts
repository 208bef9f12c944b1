import { expect, it } from 'vitest';
import { createSimilar } from '../../../conformance/contexts/signed-up.ts';
import { useScriptedServer } from '../scripted-server.ts';

const { run } = useScriptedServer();

it.each(['+12125550106', '+13035550106'])(
  'a number with the last digits of %s has another area code, but not that of the included scenarios',
  async (original) => {
    let similar = '';
    await run([], (t) => {
      similar = createSimilar['same-last-digits'](original, t);
      return Promise.resolve();
    });
    expect(similar.slice(-7)).toBe('5550106');
    expect([original.slice(0, 5), '+1202']).not.toContain(similar.slice(0, 5));
  },
);

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
