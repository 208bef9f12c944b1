import type { ComponentChildren } from 'preact';
import { useErrorBoundary, useState } from 'preact/hooks';

import { Button } from './button.tsx';
import { Empty } from './panel.tsx';

/** Limits an error of one view to that view. */
export function FailureBoundary({ children }: { children: ComponentChildren }) {
  const [broken, setBroken] = useState(false);
  const [, reset] = useErrorBoundary(() => setBroken(true));
  if (!broken) return <>{children}</>;
  return (
    <Empty icon="warning" title="This view failed">
      <p>This is a bug in the console. Other views still work.</p>
      <Button
        icon="reset"
        onClick={() => {
          setBroken(false);
          reset();
        }}
      >
        Reload the view
      </Button>
    </Empty>
  );
}
