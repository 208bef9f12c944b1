/** A list of any length that renders only the visible rows. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface VirtualListProps {
  readonly label: string;
  readonly count: number;
  /** Height of each row in rem. */
  readonly rowRems: number;
  /** Returns the content of a row, which must contain a link: arrow keys move the focus between the links. */
  readonly renderRow: (index: number) => ComponentChildren;
  /** Called when `count` or the rendered rows change, with the first and the last rendered index. */
  readonly onRows: (first: number, last: number) => void;
}

/** Number of rows that are rendered above and below the visible rows, so that scrolling shows no gaps. */
const MARGIN = 6;

export function VirtualList({ label, count, rowRems, renderRow, onRows }: VirtualListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  /** The row that has or had the focus; -1 if no row had it yet. */
  const focusedRow = useRef(-1);
  /** The row that gets the focus after it is rendered. */
  const rowToFocus = useRef<number>(undefined);
  const rowHeight =
    rowRems * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN);
  const last = Math.min(count - 1, Math.ceil((top + height) / rowHeight) + MARGIN);

  useEffect(() => {
    if (last >= first) onRows(first, last);
  }, [first, last, count]);

  useEffect(focusRequestedRow);

  function focusRequestedRow() {
    const row = frame.current?.querySelector<HTMLElement>(`[data-index="${rowToFocus.current}"] a`);
    if (!row) return;
    row.focus({ preventScroll: true });
    rowToFocus.current = undefined;
  }

  function focusRow(index: number) {
    const element = frame.current;
    if (element === null || count === 0) return;
    const target = Math.min(Math.max(index, 0), count - 1);
    focusedRow.current = target;
    rowToFocus.current = target;
    // Scrolling can remove the focused row. Until the new row exists, the list has the focus.
    element.focus({ preventScroll: true });
    const start = target * rowHeight;
    if (start < element.scrollTop) element.scrollTop = start;
    const end = start + rowHeight - element.clientHeight;
    if (end > element.scrollTop) element.scrollTop = end;
    setTop(element.scrollTop);
    focusRequestedRow();
  }

  function move(event: KeyboardEvent) {
    const current = focusedRow.current;
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const target = new Map([
      ['ArrowDown', current + 1],
      ['ArrowUp', current - 1],
      ['PageDown', current + page],
      ['PageUp', current - page],
      ['Home', 0],
      ['End', count - 1],
    ]).get(event.key);
    if (target === undefined) return;
    event.preventDefault();
    focusRow(target);
  }

  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return (
    <div
      class="virtual-list"
      ref={frame}
      tabIndex={-1}
      onFocusIn={({ target }) => {
        const row = target instanceof Element && target.closest<HTMLElement>('[data-index]');
        if (row) focusedRow.current = Number(row.dataset['index']);
      }}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      onKeyDown={move}
    >
      <ul role="list" aria-label={label} style={{ height: `${count * rowHeight}px` }}>
        {rows.map((index) => (
          <li
            key={index}
            data-index={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` }}
          >
            {renderRow(index)}
          </li>
        ))}
      </ul>
    </div>
  );
}
