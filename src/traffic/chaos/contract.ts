import { getCompiledContract } from '../../contract/validators.ts';
import type { CompiledContract, Tolerance } from '../../contract/validators.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { ChaosSetting } from '../../store/chaos-setting.ts';

/** Returns the contract of the dialect, extended by the responses that chaos adds where the interface is open. */
export function compileUnderChaos(chaos: ChaosSetting, dialect: Dialect): CompiledContract {
  const { level, kinds, challengePhrase } = chaos;
  if (level === 'off') return getCompiledContract(dialect);
  const tolerance: Tolerance = {
    fields: kinds.includes('unknownFields') ? 'any' : 'named',
    flagCodes: kinds.includes('unknownFlag') ? 'any' : 'catalogue',
    rateLimit: kinds.includes('rateLimit') ? 'everywhere' : 'asDialect',
  };
  if (challengePhrase === null) return getCompiledContract(dialect, tolerance);
  const { wallet } = dialect;
  // The phrase is a choice of the dialect (§2.3).
  const challenge = { ...wallet.challenge, phrase: challengePhrase };
  return getCompiledContract({ ...dialect, wallet: { ...wallet, challenge } }, tolerance);
}
