import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

import { Clause } from './badge.tsx';

interface PanelProps {
  readonly title: string;
  readonly clause?: string;
  /** Buttons next to the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A section of a page with a title. */
export function Panel({ title, clause, actions, children }: PanelProps) {
  const heading = useId();
  return (
    <section class="surface stack" aria-labelledby={heading}>
      <header class="line spread">
        <h3 id={heading}>
          {title}
          {clause !== undefined && <span class="clause"> §{clause}</span>}
        </h3>
        {actions !== undefined && <div class="line">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

interface FactProps {
  readonly term: ComponentChildren;
  readonly clause?: string;
  readonly children: ComponentChildren;
}

/** A term and its description, in a `<dl>`. */
export function Fact({ term, clause, children }: FactProps) {
  return (
    <>
      <dt>
        {term} <Clause of={clause} />
      </dt>
      <dd>{children}</dd>
    </>
  );
}
