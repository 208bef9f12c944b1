/** Stores figures on disk, so that an interrupted measurement can continue. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapInParallel } from '../map-in-parallel.ts';

/** The folder of figures, set by scripts/conformance-mutation.mjs. Without a folder, nothing is stored. */
const folder = process.env['CONFORMANCE_MUTATION_FOLDER'] ?? '';

/** Writes the figures of the measurement `{name}.measure.ts`. */
export function storeFigures(name: string, figures: unknown): void {
  if (folder === '') return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(figures));
}

interface Line<Figure> {
  readonly title: string;
  readonly figure: Figure;
}

/** Measures the items that have no stored figure. Stores each figure after its measurement, and all at the end. */
export async function measureEach<Item, Figure>(
  name: string,
  items: readonly Item[],
  getTitle: (item: Item) => string,
  measure: (item: Item) => Promise<Figure>,
): Promise<void> {
  const file = join(folder, `${name}.so-far.jsonl`);
  const storedFigures = new Map(
    readLines<Figure>(file).map(({ title, figure }) => [title, figure] as const),
  );
  const figures = await mapInParallel(items, async (item) => {
    const title = getTitle(item);
    const storedFigure = storedFigures.get(title);
    if (storedFigure !== undefined) return storedFigure;
    const figure = await measure(item);
    if (folder !== '') appendFileSync(file, `${JSON.stringify({ title, figure })}\n`);
    return figure;
  });
  storeFigures(name, figures);
}

function readLines<Figure>(file: string): Line<Figure>[] {
  if (folder === '' || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Line<Figure>);
}
