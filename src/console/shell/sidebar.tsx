import { effect, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';

import { readBody, rootControl } from '../api/control.ts';
import { Button, Segments } from '../parts/button.tsx';
import { Choice, toOptions, listNames } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { useResource } from '../state/live.ts';
import { getHref, goTo, route, VIEW_TITLES } from '../state/route.ts';

/** The navigation. On a narrow screen, a button opens it, and a choice closes it. */
export function Sidebar() {
  const [isOpen, setOpen] = useState(false);
  const { view, workspace } = route.value;

  useEffect(() => setOpen(false), [view, workspace]);

  return (
    <header
      class={`sidebar ${isOpen ? 'open' : ''}`}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <div class="line brand">
        <span class="brand-mark">
          <Icon name="flag" />
        </span>
        <span class="brand-name">flagbearer</span>
        <span class="menu-button">
          <Button
            icon={isOpen ? 'close' : 'menu'}
            size="medium"
            label={isOpen ? 'Close the menu' : 'Open the menu'}
            onClick={() => setOpen(!isOpen)}
          />
        </span>
      </div>
      <div class="stack wide sidebar-body">
        <WorkspaceSwitch />
        <nav aria-label="Views">
          <ul>
            {listNames(VIEW_TITLES).map((name) => (
              <li key={name}>
                <a
                  class="list-row"
                  href={getHref({ view: name })}
                  aria-current={name === view ? 'page' : undefined}
                >
                  <Icon name={name} />
                  {VIEW_TITLES[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Segments
          label="Theme"
          options={THEMES}
          selected={theme.value}
          onSelect={(value) => {
            theme.value = value;
          }}
        />
      </div>
    </header>
  );
}

/** The maximum number of choices; the view Workspaces lists more workspaces. */
const MAX_WORKSPACES = 200;

function WorkspaceSwitch() {
  const { workspace, view } = route.value;
  const params = { query: { limit: MAX_WORKSPACES } };
  const list = useResource((signal) =>
    readBody(rootControl.GET('/workspaces', { params, signal })),
  );
  const names = list.value?.items.map(({ name }) => name) ?? [];
  return (
    <Choice
      label="Workspace"
      value={workspace}
      options={toOptions(names.includes(workspace) ? names : [workspace, ...names])}
      onChange={(name) => goTo({ workspace: name, view })}
    />
  );
}

const THEMES = [
  { value: 'light dark', text: 'System' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
] as const;

const THEME_KEY = 'flagbearer.theme';
const storedTheme = localStorage.getItem(THEME_KEY);
const theme = signal((THEMES.find(({ value }) => value === storedTheme) ?? THEMES[0]).value);
effect(() => {
  document.documentElement.style.colorScheme = theme.value;
  localStorage.setItem(THEME_KEY, theme.value);
});
