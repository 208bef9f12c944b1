import { useEffect, useState } from 'preact/hooks';

import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { listNames } from '../parts/names-of.ts';
import { getHref, route, VIEW_TITLES } from '../state/route.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { WorkspaceSwitch } from './workspace-switch.tsx';

/** Navigation. On a narrow screen it is opened by a button and closes after a choice. */
export function Sidebar() {
  const [open, setOpen] = useState(false);
  const { view, workspace } = route.value;

  useEffect(() => setOpen(false), [view, workspace]);
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpen(false);
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, []);

  return (
    <header class={`sidebar ${open ? 'open' : ''}`}>
      <div class="line brand">
        <span class="brand-mark">
          <Icon name="flag" />
        </span>
        <span class="brand-name">flagbearer</span>
        <span class="menu-button">
          <Button
            icon={open ? 'close' : 'menu'}
            variant="quiet"
            label={open ? 'Close the menu' : 'Open the menu'}
            onClick={() => setOpen(!open)}
          />
        </span>
      </div>
      <div class="stack wide sidebar-body">
        <WorkspaceSwitch />
        <nav aria-label="Views">
          <ul>
            {listNames(VIEW_TITLES).map((name) => (
              <li key={name}>
                <a href={getHref({ view: name })} aria-current={name === view ? 'page' : undefined}>
                  <Icon name={name} />
                  {VIEW_TITLES[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeSwitch />
      </div>
    </header>
  );
}
