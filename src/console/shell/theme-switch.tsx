import { effect, signal } from '@preact/signals';

import { Segments } from '../parts/button.tsx';

const THEMES = [
  { value: 'system', text: 'System' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
] as const;

const KEY = 'flagbearer.theme';

const stored = localStorage.getItem(KEY);
const theme = signal((THEMES.find(({ value }) => value === stored) ?? THEMES[0]).value);

export function followTheme(): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    localStorage.setItem(KEY, theme.value);
  });
}

export function ThemeSwitch() {
  return (
    <Segments
      label="Theme"
      options={THEMES}
      chosen={theme.value}
      onChoose={(chosen) => {
        theme.value = chosen;
      }}
    />
  );
}
