import type { Coverage, CoveragePart } from '../../contract/client-report.gen.ts';
import type { ClientExchange } from '../../judge/clients/client-exchange.ts';
import { BoundedCache } from '../../bounded-cache.ts';
import { coverageParts } from './coverage-parts.ts';
import type { AddedWallets, CoverageScope, PartName } from './coverage-parts.ts';

const MAX_WALLETS = 1000;

const partNames = Object.keys(coverageParts) as PartName[];

/** The items that the clients of a workspace have covered. */
export class CoverageTracker {
  readonly #addedWallets: AddedWallets = new BoundedCache(MAX_WALLETS);
  readonly #parts = partNames.map((name) => ({ name, covered: new Set<string>() }));

  observe(exchange: ClientExchange): void {
    for (const { name, covered } of this.#parts) {
      const items = coverageParts[name].cover(exchange, this.#addedWallets);
      if (typeof items === 'string') covered.add(items);
      else for (const item of items ?? []) covered.add(item);
    }
  }

  getCoverage(scope: CoverageScope): Coverage {
    return createCoverage(
      this.#parts.map(({ name, covered }) => {
        const items = [...new Set(coverageParts[name].listItems(scope))];
        const seen = items.filter((item) => covered.has(item));
        return [name, { seen, missing: items.filter((item) => !covered.has(item)) }];
      }),
    );
  }
}

export function mergeCoverage(all: readonly Coverage[]): Coverage {
  return createCoverage(
    partNames.map((name) => {
      const seen = new Set(all.flatMap((coverage) => coverage[name].seen));
      const missing = new Set(all.flatMap((coverage) => coverage[name].missing));
      return [name, { seen: [...seen], missing: [...missing].filter((item) => !seen.has(item)) }];
    }),
  );
}

function createCoverage(parts: readonly (readonly [PartName, CoveragePart])[]): Coverage {
  const count = (list: keyof CoveragePart) =>
    parts.reduce((sum, [, part]) => sum + part[list].length, 0);
  const seen = count('seen');
  // Rounded down: 100 means that nothing is missing.
  const percent = Math.floor((100 * seen) / Math.max(1, seen + count('missing')));
  // `parts` has one entry for each part of the schema.
  return { percent, ...Object.fromEntries(parts) } as Coverage;
}
