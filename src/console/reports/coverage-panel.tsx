import type { Coverage } from '../../contract/client-report.gen.ts';
import { Badge } from '../parts/badge.tsx';
import { Fact } from '../parts/fact.tsx';
import { namesOf } from '../parts/names-of.ts';
import { Panel } from '../parts/panel.tsx';

const PARTS: Readonly<Record<Exclude<keyof Coverage, 'percent'>, string>> = {
  operations: 'Operations',
  variants: 'Wallet variants',
  signInMethods: 'Sign-in methods',
  userMasks: 'User masks',
  linking: 'Account linking',
  addedWallets: 'Added wallets',
  flagCategories: 'Flag categories',
  flags: 'Flags',
  kycStatuses: 'KYC statuses',
  cryptoStatuses: 'Crypto statuses',
  errorCauses: 'Error codes',
};

/** The cases that the clients have exercised, and those that are missing. */
export function CoveragePanel({ coverage }: { readonly coverage: Coverage }) {
  const { percent } = coverage;
  return (
    <Panel title="Coverage by the clients">
      <div class="line">
        <meter min={0} max={100} value={percent} aria-label="Coverage" />
        <strong>{percent} %</strong>
      </div>
      <dl class="facts coverage">
        {namesOf(PARTS).map((name) => (
          <Fact key={name} term={PARTS[name]}>
            {coverage[name].seen.map((item) => (
              <Badge key={item} tone="good">
                {item}
              </Badge>
            ))}
            {coverage[name].missing.map((item) => (
              <Badge key={item} tone="plain" title="Not exercised yet">
                {item}
              </Badge>
            ))}
          </Fact>
        ))}
      </dl>
      <p class="faint">Green: exercised. Grey: not exercised yet.</p>
    </Panel>
  );
}
