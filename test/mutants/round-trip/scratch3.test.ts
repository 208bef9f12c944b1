import { it } from 'vitest';
import { combinations } from './combinations.ts';
import { differences } from './scratch2.test.ts';
import { sections as all } from '../../../conformance/sections/index.ts';
import { dialectKeys } from '../../../src/dialect/keys.ts';
it('random', async () => {
  const list = await combinations(Number(process.env['N'] ?? 40), Number(process.env['SEED'] ?? 1));
  const defaults = new Map(dialectKeys.map((k) => [k.key, JSON.stringify(k.default)]));
  const began = Date.now();
  for (const [i, values] of list.entries()) {
    if (process.env['I'] && Number(process.env['I']) !== i) continue;
    const d = await differences(values, process.env['CHECKS'] ? (all as never) : []);
    if (d.length)
      console.log(
        `### ${i}\n   ${d.join('\n   ')}\n  ${process.env['I'] ? JSON.stringify(values) : ['wallet.variant', 'identity.unknown', 'bearer.requiredOn', 'bearer.accepts', 'otp.sms.bearerSession', 'identity.addWalletTarget', 'user.identifiedBy'].map((k) => k + '=' + JSON.stringify(values[k])).join(' ')}`,
      );
  }
  console.log(Date.now() - began, 'ms');
}, 500000);
