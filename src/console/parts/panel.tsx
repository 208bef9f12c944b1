import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface PanelProps {
  readonly title: string;
  readonly clause?: string;
  /** What can be done, beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A section of a page with a title. */
export function Panel({ title, clause, actions, children }: PanelProps) {
  const heading = useId();
  return (
    <section class="panel" aria-labelledby={heading}>
      <header class="panel-head">
        <h3 id={heading}>
          {title}
          {clause !== undefined && <span class="clause"> §{clause}</span>}
        </h3>
        {actions !== undefined && <div class="panel-actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
