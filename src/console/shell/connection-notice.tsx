import { connection } from '../state/live.ts';

/** Says that the sandbox is away, and that there is nothing to do but to start it. */
export function ConnectionNotice() {
  return (
    <div role="status" class={`connection ${connection.value}`}>
      {connection.value === 'lost' && (
        <p>
          <span class="spinner" />
          The sandbox is unreachable. Is it running? The console reconnects automatically; unsaved
          input is kept.
        </p>
      )}
    </div>
  );
}
