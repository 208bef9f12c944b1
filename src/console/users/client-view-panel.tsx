import { bodyOf, control } from '../api/control.ts';
import type { SandboxUser } from '../api/schemas.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { JsonView, jsonText } from '../parts/json-view.tsx';
import { Loaded } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { useResource } from '../state/resource.ts';
import { useFacts } from '../state/workspace-facts.ts';

/** The exact response of the user read (§4.8). */
export function ClientViewPanel({ user }: { readonly user: SandboxUser }) {
  const { dialect } = useFacts();
  const read = `GET ${dialect.user.path}`;
  const params = { path: { ref: user.id } };
  const view = useResource(
    (signal) => bodyOf(control().GET('/users/{ref}/client-view', { params, signal })),
    [user],
  );
  return (
    <Panel
      title={`Response of ${read}`}
      clause="4.8"
      actions={
        view.state === 'ready' && <CopyButton text={jsonText(view.value.body)} what="the JSON" />
      }
    >
      <Loaded resource={view}>
        {({ body }) => <JsonView value={body} label={`The response of ${read}`} />}
      </Loaded>
    </Panel>
  );
}
