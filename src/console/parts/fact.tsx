import type { ComponentChildren } from 'preact';

import { Clause } from './badge.tsx';

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
