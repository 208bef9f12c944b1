import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';

import { control, ControlError, readBody, rootControl } from './api/control.ts';
import { ClockView } from './clock/clock-view.tsx';
import { InboxView } from './inbox/inbox-view.tsx';
import { Button } from './parts/button.tsx';
import { Dialog, Form, TextField } from './parts/form.tsx';
import { Icon } from './parts/icon.tsx';
import { EmptyState, Loaded } from './parts/panel.tsx';
import { ReportsView } from './reports/reports-view.tsx';
import { ScenariosView } from './scenarios/scenarios-view.tsx';
import { PageHead } from './shell/page-head.tsx';
import { Sidebar } from './shell/sidebar.tsx';
import { setClock } from './state/clock.ts';
import { connection, refreshAll, useJournalStream, useResource } from './state/live.ts';
import { DEFAULT_WORKSPACE, goTo, route, VIEW_TITLES, type View } from './state/route.ts';
import { dismiss, toasts } from './state/toasts.ts';
import { setControlToken, tokenProblem } from './state/token.ts';
import { Facts, readFacts } from './state/workspace-facts.ts';
import { TrafficView } from './traffic/traffic-view.tsx';
import { TryView } from './try-it/try-view.tsx';
import { UsersView } from './users/users-view.tsx';
import { WorkspacesView } from './workspaces/workspaces-view.tsx';

const VIEWS: Readonly<Record<View, () => preact.JSX.Element>> = {
  users: UsersView,
  scenarios: ScenariosView,
  inbox: InboxView,
  traffic: TrafficView,
  clock: ClockView,
  workspaces: WorkspacesView,
  reports: ReportsView,
  try: TryView,
};

export function App() {
  const { workspace, view } = route.value;
  const facts = useResource(readFacts);
  const clock = useResource((signal) => readBody(control.value.GET('/clock', { signal })));
  const ShownView = VIEWS[view];

  useJournalStream();
  useEffect(() => setClock(clock.value), [clock.value]);
  useEffect(() => {
    document.title = `${VIEW_TITLES[view]} · ${workspace} · flagbearer`;
  }, [workspace, view]);

  const isMissing = connection.value === 'gone' || isUnknownWorkspace(facts.error);
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      <div class="shell">
        <Sidebar />
        <div class="page">
          <ConnectionNotice />
          <main id="main" class="stack wide" tabIndex={-1}>
            {isMissing ? (
              <MissingWorkspace name={workspace} />
            ) : (
              <Loaded resource={facts}>
                {(loaded) => (
                  <Facts.Provider value={loaded}>
                    <PageHead title={VIEW_TITLES[view]} />
                    <FailureBoundary key={`${workspace} ${view}`}>
                      <ShownView />
                    </FailureBoundary>
                  </Facts.Provider>
                )}
              </Loaded>
            )}
          </main>
        </div>
      </div>
      <Toasts />
      <TokenDialog />
    </>
  );
}

/** Replaces a view that throws an error by a message; the navigation still works. */
function FailureBoundary({ children }: { children: ComponentChildren }) {
  const [error, reset] = useErrorBoundary() as [unknown, () => void];
  if (error === undefined) return <>{children}</>;
  return (
    <EmptyState icon="warning" title="This view failed">
      <p>This is a bug in the console. Other views still work.</p>
      <Button icon="reset" onClick={reset}>
        Reload the view
      </Button>
    </EmptyState>
  );
}

/** Moves the focus to the content. Prevents the default action of the link, which would change the route. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function isUnknownWorkspace(error: Error | undefined): boolean {
  return error instanceof ControlError && error.code === 'workspaceUnknown';
}

function ConnectionNotice() {
  return (
    <div role="status">
      {connection.value === 'lost' && (
        <p class="line callout warn">
          <span class="spinner" />
          The sandbox is unreachable. Is it running? The console reconnects automatically; unsaved
          input is kept.
        </p>
      )}
    </div>
  );
}

function MissingWorkspace({ name }: { name: string }) {
  async function create() {
    await readBody(rootControl.POST('/workspaces', { body: { name } }));
    // The journal stream of an unknown workspace has stopped; only a reload opens the stream again.
    location.reload();
  }

  return (
    <EmptyState icon="workspaces" title={`Unknown workspace “${name}”`}>
      <p>
        The workspace was never created, was deleted, has expired, or was in the memory store when
        the sandbox restarted.
      </p>
      <div class="line">
        <Button
          variant="primary"
          onClick={() => goTo({ workspace: DEFAULT_WORKSPACE, view: 'users' })}
        >
          Go to the default workspace
        </Button>
        <Button icon="plus" onClick={create}>
          Create the workspace
        </Button>
      </div>
    </EmptyState>
  );
}

function TokenDialog() {
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
          The sandbox prints a generated token at startup: <code>control token: …</code>. A token
          set with --control-token is not printed. This tab stores the token until you close the
          tab.
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

function Toasts() {
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
