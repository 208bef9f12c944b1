import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { dismiss, toasts } from '../state/toasts.ts';

export function Toasts() {
  return (
    <div class="stack toasts" role="log" aria-label="Notifications" aria-live="polite">
      {toasts.value.map(({ id, tone, text, action }) => (
        <div key={id} class={`line toast ${tone}`}>
          <Icon name={tone === 'good' ? 'check' : 'warning'} />
          <p>{text}</p>
          {action !== undefined && (
            <Button
              size="small"
              onClick={() => {
                dismiss(id);
                return action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <Button icon="close" label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
