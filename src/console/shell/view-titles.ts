import type { IconName } from '../parts/icon.tsx';
import type { View } from '../state/route.ts';

export const VIEW_TITLES: Readonly<Record<View, string>> = {
  users: 'Users',
  scenarios: 'Scenarios',
  inbox: 'Inbox',
  traffic: 'Traffic',
  clock: 'Clock & faults',
  workspaces: 'Workspaces',
  reports: 'Reports',
  try: 'Try it',
};

export const VIEW_ICONS: Readonly<Record<View, IconName>> = {
  users: 'users',
  scenarios: 'scenarios',
  inbox: 'inbox',
  traffic: 'traffic',
  clock: 'clock',
  workspaces: 'workspaces',
  reports: 'reports',
  try: 'try',
};
