/** Pages of a list: `?limit=&cursor=`. A cursor is the position of the first item of its page. */

export interface Page {
  readonly from: number;
  readonly limit: number;
}

const DEFAULT_LIMIT = 100;

/** @param query validated: control.yaml allows only digits in a cursor */
export function parsePage({
  limit = DEFAULT_LIMIT,
  cursor = '0',
}: {
  readonly limit?: number;
  readonly cursor?: string;
}): Page {
  return { from: Number(cursor), limit };
}

/** Returns the cursor of the next page; null on the last page of `count` items. */
export function createNextCursor({ from, limit }: Page, count: number): string | null {
  return from + limit < count ? String(from + limit) : null;
}

export function slicePage<Item>(
  all: readonly Item[],
  page: Page,
): { items: Item[]; nextCursor: string | null } {
  const items = all.slice(page.from, page.from + page.limit);
  return { items, nextCursor: createNextCursor(page, all.length) };
}
