/** Icons, each drawn as one line on a 24 x 24 grid. They are hidden from assistive technology. */

const PATHS = {
  flag: 'M5 21V4m0 1h12l-3 4 3 4H5',
  users:
    'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 9c0-3.5 3-6 7-6s7 2.5 7 6M16 3.5a4 4 0 0 1 0 7M18 14.5c2.4.8 4 2.8 4 5.5',
  scenarios: 'M6 3h8l4 4v14H6V3Zm8 0v5h4M9 13h6M9 17h6',
  inbox: 'M3 13h5l1.5 3h5L16 13h5M5 5h14l2 8v6H3v-6l2-8Z',
  traffic: 'M4 8h14m0 0-4-4m4 4-4 4M20 16H6m0 0 4-4m-4 4 4 4',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3 2',
  workspaces: 'M12 3 3 8l9 5 9-5-9-5Zm-9 9 9 5 9-5M3 16l9 5 9-5',
  reports: 'M4 20h16M7 16v-5m5 5V6m5 10v-8',
  try: 'M7 4v16l13-8L7 4Z',
  copy: 'M9 9h11v11H9V9Zm-4 6H4V4h11v1',
  check: 'm5 12.5 5 5L19.5 7',
  close: 'M6 6l12 12M18 6 6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 4.5 4.5',
  plus: 'M12 5v14M5 12h14',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  download: 'M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M4 20h16',
  upload: 'M12 16V5m0 0 4.5 4.5M12 5 7.5 9.5M4 20h16',
  trash: 'M4 7h16M9 7V4h6v3m3 0-1 14H7L6 7',
  fork: 'M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm0 0v8m0 0a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM18 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm0 0c0 5-12 3-12 8',
  reset: 'M4 12a8 8 0 1 0 3-6.2M4 4v5h5',
  back: 'M11 5l-7 7 7 7M4 12h16',
  warning: 'M12 4 2.5 20h19L12 4Zm0 6v5m0 2.5v.5',
  eye: 'M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7-10-7-10-7Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  pause: 'M8 5v14M16 5v14',
  edit: 'M4 20h4L19 9l-4-4L4 16v4Z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
