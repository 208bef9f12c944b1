import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const FACTS = ['id', 'does', 'clause', 'legal', 'survive', 'chance'];

/** The descriptions of chaos kinds in the control API, as a constant. */
export function chaosKindList(/** @type {URL} */ file) {
  const { ChaosKind, ChaosMaxConsecutive } = parse(readFileSync(file, 'utf8')).components.schemas;
  const kinds = ChaosKind['x-kinds'];
  for (const kind of kinds) {
    if (JSON.stringify(Object.keys(kind)) !== JSON.stringify(FACTS)) {
      throw new Error(
        `${file.href}: a kind has ${FACTS.join(', ')}, not ${Object.keys(kind).join(', ')}`,
      );
    }
  }
  const ids = kinds.map((/** @type {{ id: string }} */ { id }) => id);
  if (JSON.stringify(ids) !== JSON.stringify(ChaosKind.enum)) {
    throw new Error(`${file.href}: x-kinds of ChaosKind has other kinds than its enum`);
  }
  return `import type { components } from './control.gen.ts';

    export type ChaosKind = components['schemas']['ChaosKind'];

    /** How often each kind strikes where it can, from 0 to 1. */
    export const chaosChances: {
      readonly [Kind in ChaosKind]: { readonly low: number; readonly high: number };
    } = ${JSON.stringify(Object.fromEntries(kinds.map((/** @type {{ id: string, chance: object }} */ { id, chance }) => [id, chance])))};

    export const chaosKinds: readonly ChaosKind[] = ${JSON.stringify(ids)};

    /** Disturbed calls in a row where nothing else is said. */
    export const USUAL_MAX_CONSECUTIVE = ${ChaosMaxConsecutive.default};
  `;
}
