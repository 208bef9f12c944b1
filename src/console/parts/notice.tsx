import type { ComponentChildren } from 'preact';

import type { Resource } from '../state/resource.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

/** Nothing is here: why, and what to do about it. */
export function Empty({
  icon,
  title,
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h3>{title}</h3>
      {children !== undefined && <div class="empty-body">{children}</div>}
    </div>
  );
}

/** What was read; else that it is being read, or why it can't be. */
export function Loaded<Value>({
  resource,
  children,
}: {
  readonly resource: Resource<Value>;
  readonly children: (value: Value) => ComponentChildren;
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
