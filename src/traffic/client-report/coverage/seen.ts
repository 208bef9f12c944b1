import type { Coverage, CoveragePart } from '../../../contract/client-report.gen.ts';
import type { ObservedExchange } from '../../../judge/clients/observed-exchange.ts';
import { accountParts } from './accounts.ts';
import type { CoverageScope, Part, PartName } from './part.ts';
import { errorCauses } from './refusals.ts';
import { signInParts } from './sign-in.ts';

/** Does not compile while a part of the schema has no code. */
const parts: { readonly [Name in PartName]: Part } = {
  ...signInParts,
  ...accountParts,
  errorCauses,
};

const partNames = Object.keys(parts) as PartName[];

/** What the clients of a workspace have come across. */
export class CoverageSeen {
  readonly #watchers = partNames.map((name) => ({
    seen: new Set<string>(),
    watch: parts[name].watch(),
    name,
  }));

  see(exchange: ObservedExchange): void {
    for (const { seen, watch } of this.#watchers) {
      const items = watch(exchange);
      if (typeof items === 'string') seen.add(items);
      else for (const item of items ?? []) seen.add(item);
    }
  }

  /** Compared with all items. */
  of(scope: CoverageScope): Coverage {
    const found = this.#watchers.map(({ name, seen }) => {
      const items = [...new Set(parts[name].items(scope))];
      const part: CoveragePart = {
        seen: items.filter((item) => seen.has(item)),
        missing: items.filter((item) => !seen.has(item)),
      };
      return [name, part] as const;
    });
    return coverageOf(found);
  }
}

/** What several workspaces have come across together. */
export function mergeCoverage(all: readonly Coverage[]): Coverage {
  const found = partNames.map((name) => {
    const seen = new Set(all.flatMap((coverage) => coverage[name].seen));
    const items = new Set(all.flatMap((coverage) => coverage[name].missing));
    const part: CoveragePart = {
      seen: [...seen],
      missing: [...items].filter((item) => !seen.has(item)),
    };
    return [name, part] as const;
  });
  return coverageOf(found);
}

function coverageOf(found: readonly (readonly [PartName, CoveragePart])[]): Coverage {
  const count = (list: keyof CoveragePart) =>
    found.reduce((sum, [, part]) => sum + part[list].length, 0);
  const seen = count('seen');
  // Rounded down: 100 is all of it.
  const percent = Math.floor((100 * seen) / Math.max(1, seen + count('missing')));
  // The names are those of the parts, which the schema has.
  return { percent, ...Object.fromEntries(found) } as Coverage;
}
