import type { ComponentChildren } from 'preact';
import { useErrorBoundary, useState } from 'preact/hooks';

import { Button } from './button.tsx';
import { Empty } from './notice.tsx';

/** Keeps a mistake of one view from taking the page with it. */
export function FailureBoundary({ children }: { readonly children: ComponentChildren }) {
  const [broken, setBroken] = useState(false);
  const [, reset] = useErrorBoundary(() => setBroken(true));
  if (!broken) return <>{children}</>;
  return (
    <Empty icon="warning" title="This view has broken">
      <p>It is a mistake of the console. The rest of it still works.</p>
      <Button
        icon="reset"
        onClick={() => {
          setBroken(false);
          reset();
        }}
      >
        Show it again
      </Button>
    </Empty>
  );
}
