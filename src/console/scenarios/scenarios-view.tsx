import { control, readBody } from '../api/control.ts';
import { Badge } from '../parts/badge.tsx';
import { Button, CopyLink } from '../parts/button.tsx';
import { SearchField } from '../parts/form.tsx';
import { EmptyState, Loaded, Panel } from '../parts/panel.tsx';
import { pluralize } from '../parts/times.ts';
import { confirmChange, useResource } from '../state/live.ts';
import { goTo, getHref, route, setFilters, workspace } from '../state/route.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { findDraft, isChanged, NEW_SCENARIO } from './drafts.ts';
import { EditorView } from './editor-panel.tsx';

export function ScenariosView() {
  const { health } = useFacts();
  const { q: words = '' } = route.value.filters;
  const editedName = getEditedScenario(route.value.item);
  const library = useResource((signal) => readBody(control.value.GET('/scenarios', { signal })));

  const reset = () =>
    confirmChange(control.value.POST('/reset'), `The workspace was reset to ${health.scenario}.`);

  if (editedName !== undefined) return <EditorView name={editedName} />;
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
      <SearchField
        label="Search scenarios"
        placeholder="Search scenarios…"
        value={words}
        onInput={(q) => setFilters({ q })}
      />
      <Loaded resource={library}>
        {({ items }) => {
          const matches = items.filter(({ name, description }) =>
            containsWords(`${name} ${description}`, words),
          );
          if (matches.length === 0)
            return <EmptyState icon="search" title="No matching scenarios" />;
          return (
            <ul class="scenario-grid">
              {matches.map((item) => (
                <ScenarioCard key={item.name} {...item} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function ScenarioCard({ name, description }: { name: string; description: string }) {
  const isLoaded = useFacts().health.scenario === name;
  const href = getHref({ view: 'scenarios', item: `edit/${name}` });
  const load = () =>
    confirmChange(
      control.value.PUT('/scenario', { body: { name } }),
      ({ users }) => `${name} loaded: ${pluralize(users, 'user')}.`,
    );
  return (
    <li class={`surface stack ${isLoaded ? 'loaded' : ''}`}>
      <h4>
        {name} {isLoaded && <Badge tone="good">loaded</Badge>}{' '}
        {isChanged(findDraft(workspace.value, name)) && <Badge tone="warn">draft</Badge>}
      </h4>
      <p>{description}</p>
      <div class="line">
        <Button size="small" label={`Load ${name}`} onClick={load}>
          Load
        </Button>
        <a class="button plain small" href={href} aria-label={`View and edit ${name}`}>
          View and edit
        </a>
        <CopyLink to={href} what={name} />
      </div>
    </li>
  );
}

/** Returns the scenario of the route `edit` or `edit/kyc-in-review`; undefined for the library. */
function getEditedScenario(item: string | undefined): string | undefined {
  const [first, ...name] = item?.split('/') ?? [];
  return first === 'edit' ? name.join('/') || NEW_SCENARIO.name : undefined;
}

function containsWords(text: string, words: string): boolean {
  const searchWords = words.toLowerCase().split(/\s+/);
  return searchWords.every((word) => text.toLowerCase().includes(word));
}
