import { bodyOf, control } from '../api/control.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { CopyLink } from '../parts/copy-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Empty, Loaded } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { counted } from '../parts/times.ts';
import { readAnew } from '../state/live.ts';
import { useResource } from '../state/resource.ts';
import { goTo, hrefOf, route, setFilters, workspace } from '../state/route.ts';
import { notify } from '../state/toasts.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { draftOf, isChanged, NEW_SCENARIO } from './drafts.ts';
import { EditorView } from './editor-view.tsx';

/** What the workspace may start from: the library, and a scenario of one's own. */
export function ScenariosView() {
  const { health } = useFacts();
  const { q: words = '' } = route.value.filters;
  const edited = editedIn(route.value.item);
  const library = useResource(
    (signal) => bodyOf(control(workspace.value).GET('/scenarios', { signal })),
    [workspace.value],
  );

  async function load(name: string) {
    const request = control(workspace.value).PUT('/scenario', { body: { name } });
    const { users } = await bodyOf(request);
    notify(`${name} loaded: ${counted(users, 'user')}.`);
    readAnew();
  }

  async function reset() {
    await bodyOf(control(workspace.value).POST('/reset'));
    notify(`The workspace was reset to ${health.scenario}.`);
    readAnew();
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
      <div class="search inline">
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
          const shown = items.filter(({ name, description }) => has(words, name, description));
          if (shown.length === 0) return <Empty icon="search" title="No matching scenarios" />;
          return (
            <ul class="scenario-grid">
              {shown.map(({ name, description }) => (
                <li key={name} class={name === health.scenario ? 'present' : ''}>
                  <h4>
                    {name} {name === health.scenario && <Badge tone="good">loaded</Badge>}{' '}
                    {isChanged(draftOf(workspace.value, name)) && <Badge tone="warn">draft</Badge>}
                  </h4>
                  <p>{description}</p>
                  <div class="actions">
                    <Button size="small" label={`Load ${name}`} onClick={() => load(name)}>
                      Load
                    </Button>
                    <a
                      class="button plain small"
                      href={hrefOf({ view: 'scenarios', item: `edit/${name}` })}
                      aria-label={`View and edit ${name}`}
                    >
                      View and edit
                    </a>
                    <CopyLink
                      to={hrefOf({ view: 'scenarios', item: `edit/${name}` })}
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

/** What `edit`, or `edit/kyc-in-review`, leads to; undefined for the library. */
function editedIn(item: string | undefined): string | undefined {
  const [first, ...name] = item?.split('/') ?? [];
  return first === 'edit' ? name.join('/') || NEW_SCENARIO.name : undefined;
}

function has(words: string, ...texts: readonly string[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
