import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { refreshAll, type Resource } from '../state/live.ts';
import { Clause } from './badge.tsx';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

interface PanelProps {
  readonly title: string;
  readonly clause?: string;
  /** Buttons next to the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Panel({ title, clause, actions, children }: PanelProps) {
  const heading = useId();
  return (
    <section class="surface stack" aria-labelledby={heading}>
      <header class="line spread">
        <h3 id={heading}>
          {title} <Clause of={clause} />
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

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Shows why content is missing, and what to do. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div class="stack empty">
      <Icon name={icon} />
      <h3>{title}</h3>
      {children}
    </div>
  );
}

interface LoadedProps<Value> {
  readonly resource: Resource<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

export function LoadFailure({ title, error }: { title: string; error: Error }) {
  return (
    <EmptyState icon="warning" title={title}>
      <p>{error.message}</p>
      <Button icon="reset" onClick={refreshAll}>
        Try again
      </Button>
    </EmptyState>
  );
}

export function Spinner({ label }: { label: string }) {
  return (
    <div class="loading" role="status">
      <span class="spinner" />
      <span class="visually-hidden">{label}</span>
    </div>
  );
}

/** Shows a loaded resource. Shows a spinner while it is loading, or the error if loading failed. */
export function Loaded<Value>({ resource, children }: LoadedProps<Value>) {
  switch (resource.state) {
    case 'ready':
      return <>{children(resource.value)}</>;
    case 'failed':
      return <LoadFailure title="Could not be loaded" error={resource.error} />;
    case 'loading':
      return <Spinner label="Loading" />;
  }
}
