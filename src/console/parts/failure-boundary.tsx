import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';

import { Button } from './button.tsx';
import { Empty } from './notice.tsx';

/** Keeps a mistake of one view from taking the page with it. */
export function FailureBoundary({ children }: { readonly children: ComponentChildren }) {
  const [caught, reset] = useErrorBoundary();
  const error: unknown = caught;
  if (error === undefined) return <>{children}</>;
  return (
    <Empty icon="warning" title="This view has broken">
      <p>It is a mistake of the console. The rest of it still works.</p>
      <Button icon="reset" onClick={reset}>
        Show it again
      </Button>
    </Empty>
  );
}
