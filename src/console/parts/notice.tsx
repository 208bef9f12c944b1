import type { ComponentChildren } from 'preact';

import type { Resource } from '../state/resource.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

/** Shown instead of missing content: why it is missing, and what to do. */
export function Empty({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children?: ComponentChildren;
}) {
  return (
    <div class="stack empty">
      <Icon name={icon} />
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** Shows a resource once it is loaded; until then a spinner or the error. */
export function Loaded<Value>({
  resource,
  children,
}: {
  resource: Resource<Value>;
  children: (value: Value) => ComponentChildren;
}) {
  switch (resource.state) {
    case 'ready':
      return <>{children(resource.value)}</>;
    case 'failed':
      return (
        <Empty icon="warning" title="Could not be loaded">
          <p>{resource.error.message}</p>
          <Button icon="reset" onClick={resource.reload}>
            Try again
          </Button>
        </Empty>
      );
    case 'loading':
      return (
        <div class="loading" role="status">
          <span class="spinner" />
          <span class="unseen">Loading</span>
        </div>
      );
  }
}
