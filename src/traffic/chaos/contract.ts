/** The contract of a workspace under chaos, which allows what chaos does. */
import { compiledContract } from '../../contract/validators.ts';
import type { CompiledContract, Openings } from '../../contract/validators.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { ChaosSetting } from '../../store/chaos-setting.ts';

/** The contract of the dialect, opened where the interface leaves open what chaos does. */
export function contractUnder(chaos: ChaosSetting, dialect: Dialect): CompiledContract {
  const { level, kinds, challengePhrase } = chaos;
  if (level === 'off') return compiledContract(dialect);
  const openings: Openings = {
    fields: kinds.includes('unknownFields') ? 'any' : 'named',
    flagCodes: kinds.includes('unknownFlag') ? 'any' : 'catalogue',
    rateLimit: kinds.includes('rateLimit') ? 'everywhere' : 'asDialect',
  };
  return compiledContract(
    challengePhrase === null ? dialect : withPhrase(dialect, challengePhrase),
    openings,
  );
}

/** Another phrase is another choice of the dialect (§2.3). */
function withPhrase({ wallet, ...dialect }: Dialect, phrase: string): Dialect {
  return { ...dialect, wallet: { ...wallet, challenge: { ...wallet.challenge, phrase } } };
}
