import { Icon } from '../parts/icon.tsx';
import type { IconName } from '../parts/icon.tsx';
import { theme } from '../state/theme.ts';
import type { Theme } from '../state/theme.ts';

const THEMES: readonly { readonly name: Theme; readonly icon: IconName; readonly text: string }[] =
  [
    { name: 'system', icon: 'system', text: 'System theme' },
    { name: 'light', icon: 'sun', text: 'Light' },
    { name: 'dark', icon: 'moon', text: 'Dark' },
  ];

export function ThemeSwitch() {
  return (
    <fieldset class="theme-switch">
      <legend class="unseen">Theme</legend>
      {THEMES.map(({ name, icon, text }) => (
        <label key={name} title={text}>
          <input
            type="radio"
            name="theme"
            value={name}
            checked={theme.value === name}
            onChange={() => {
              theme.value = name;
            }}
          />
          <Icon name={icon} />
          <span class="unseen">{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
