import { Button } from '../parts/button.tsx';
import { Dialog, Form, TextField } from '../parts/form.tsx';
import { refreshAll } from '../state/live.ts';
import { setControlToken, tokenProblem } from '../state/token.ts';

export function TokenDialog() {
  if (tokenProblem.value === null) return null;
  return (
    <Dialog title="Control token required">
      <Form
        onSubmit={async ({ token = '' }) => {
          setControlToken(token);
          refreshAll();
        }}
      >
        <p>
          The sandbox printed it at startup as <code>control token: …</code>, unless it was set with
          --control-token. It is stored only in this tab, until you close it.
        </p>
        {tokenProblem.value === 'wrong' && (
          <p class="toned bad" role="alert">
            Wrong control token.
          </p>
        )}
        <TextField label="Control token" type="secret" name="token" required mono />
        <div class="line">
          <Button variant="primary" type="submit">
            Continue
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
