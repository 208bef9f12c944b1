import { render } from 'preact';

import './styles/index.css';
import { App } from './app.tsx';
import { followTheme } from './shell/theme-switch.tsx';

followTheme();
const root = document.getElementById('console');
if (root !== null) render(<App />, root);
