import { readBody, getControlClient } from '../api/control.ts';
import { Badge } from '../parts/badge.tsx';
import { Button, CopyLink } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Empty, Loaded, Panel } from '../parts/panel.tsx';
import { pluralize } from '../parts/times.ts';
import { refreshAll, useResource } from '../state/live.ts';
import { goTo, getHref, route, setFilters, workspace } from '../state/route.ts';
import { notify } from '../state/toasts.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { findDraft, isChanged, NEW_SCENARIO } from './drafts.ts';
import { EditorView } from './editor-panel.tsx';

export function ScenariosView() {
  const { health } = useFacts();
  const { q: words = '' } = route.value.filters;
  const edited = getEditedScenario(route.value.item);
  const library = useResource((signal) =>
    readBody(getControlClient().GET('/scenarios', { signal })),
  );

  async function load(name: string) {
    const { users } = await readBody(getControlClient().PUT('/scenario', { body: { name } }));
    notify(`${name} loaded: ${pluralize(users, 'user')}.`);
    refreshAll();
  }

  async function reset() {
    await readBody(getControlClient().POST('/reset'));
    notify(`The workspace was reset to ${health.scenario}.`);
    refreshAll();
  }

  if (edited !== undefined) return <EditorView name={edited} />;
  return (
    <Panel
      title="Library"
      actions={
        <>
          <Button icon="reset" onClick={reset}>
            Reset to {health.scenario}
          </Button>
          <Button icon="edit" onClick={() => goTo({ view: 'scenarios', item: 'edit' })}>
            Open the editor
          </Button>
        </>
      }
    >
      <p class="lead">
        Loading a scenario replaces the users of this workspace and resets inbox, sessions, clock,
        faults and journal.
      </p>
      <div class="search">
        <Icon name="search" />
        <input
          type="search"
          aria-label="Search scenarios"
          placeholder="Search scenarios…"
          value={words}
          onInput={({ currentTarget }) => setFilters({ q: currentTarget.value })}
        />
      </div>
      <Loaded resource={library}>
        {({ items }) => {
          const shown = items.filter(({ name, description }) =>
            contains(`${name} ${description}`, words),
          );
          if (shown.length === 0) return <Empty icon="search" title="No matching scenarios" />;
          return (
            <ul class="scenario-grid">
              {shown.map(({ name, description }) => (
                <li key={name} class={`surface stack ${name === health.scenario ? 'loaded' : ''}`}>
                  <h4>
                    {name} {name === health.scenario && <Badge tone="good">loaded</Badge>}{' '}
                    {isChanged(findDraft(workspace.value, name)) && (
                      <Badge tone="warn">draft</Badge>
                    )}
                  </h4>
                  <p>{description}</p>
                  <div class="line">
                    <Button size="small" label={`Load ${name}`} onClick={() => load(name)}>
                      Load
                    </Button>
                    <a
                      class="button plain small"
                      href={getHref({ view: 'scenarios', item: `edit/${name}` })}
                      aria-label={`View and edit ${name}`}
                    >
                      View and edit
                    </a>
                    <CopyLink
                      to={getHref({ view: 'scenarios', item: `edit/${name}` })}
                      what={name}
                    />
                  </div>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Panel>
  );
}

/** Returns the scenario of the route `edit` or `edit/kyc-in-review`; undefined for the library. */
function getEditedScenario(item: string | undefined): string | undefined {
  const [first, ...name] = item?.split('/') ?? [];
  return first === 'edit' ? name.join('/') || NEW_SCENARIO.name : undefined;
}

function contains(text: string, segments: string): boolean {
  const searched = segments.toLowerCase().split(/\s+/);
  return searched.every((word) => text.toLowerCase().includes(word));
}
