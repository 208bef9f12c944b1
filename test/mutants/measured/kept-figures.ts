/** Figures on disk: what was measured once is there when a measurement goes on after it was cut off. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inParallel } from '../in-parallel.ts';

/** The folder of figures; set by scripts/conformance-mutation.mjs, otherwise nothing is stored. */
const folder = process.env['CONFORMANCE_MUTATION_FOLDER'] ?? '';

/** @param name of the file that measures, without `.measure.ts` */
export function keepFigures(name: string, figures: unknown): void {
  if (folder === '') return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(figures));
}

interface Line<Figure> {
  readonly title: string;
  readonly figure: Figure;
}

/** Measures one item after the other and stores each figure at once, all of them at the end. */
export async function measureEach<Item, Figure>(
  name: string,
  items: readonly Item[],
  titleOf: (item: Item) => string,
  measure: (item: Item) => Promise<Figure>,
): Promise<void> {
  const file = join(folder, `${name}.so-far.jsonl`);
  const known = new Map(linesOf<Figure>(file).map(({ title, figure }) => [title, figure] as const));
  const figures = await inParallel(items, async (item) => {
    const title = titleOf(item);
    const before = known.get(title);
    if (before !== undefined) return before;
    const figure = await measure(item);
    if (folder !== '') appendFileSync(file, `${JSON.stringify({ title, figure })}\n`);
    return figure;
  });
  keepFigures(name, figures);
}

function linesOf<Figure>(file: string): Line<Figure>[] {
  if (folder === '' || !existsSync(file)) return [];
  const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return whole.map((line) => JSON.parse(line) as Line<Figure>);
}
