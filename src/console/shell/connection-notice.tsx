import { connection } from '../state/live.ts';

/** Reports that the sandbox is unreachable, and how to start it. */
export function ConnectionNotice() {
  return (
    <div role="status" class={`connection ${connection.value}`}>
      {connection.value === 'lost' && (
        <p class="line">
          <span class="spinner" />
          The sandbox is unreachable. Is it running? The console reconnects automatically; unsaved
          input is kept.
        </p>
      )}
    </div>
  );
}
