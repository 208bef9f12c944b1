/** Pages of a list: `?limit=&cursor=`. A cursor is the position of the first item of its page. */

export interface Page {
  readonly from: number;
  readonly limit: number;
}

const USUAL_LIMIT = 100;

/** @param query as control.yaml has it: at most 1,000 items, a cursor of digits */
export function pageOf({
  limit = USUAL_LIMIT,
  cursor = '0',
}: {
  readonly limit?: number;
  readonly cursor?: string;
}): Page {
  return { from: Number(cursor), limit };
}

/** The cursor of the page after this one; null where the list of `count` items ends. */
export function nextCursor({ from, limit }: Page, count: number): string | null {
  return from + limit < count ? String(from + limit) : null;
}

/** The page of a list that is all there. */
export function pageIn<Item>(
  all: readonly Item[],
  page: Page,
): { items: Item[]; nextCursor: string | null } {
  const items = all.slice(page.from, page.from + page.limit);
  return { items, nextCursor: nextCursor(page, all.length) };
}
