/** The console: the control API in a browser. */
import { render } from 'preact';

import './styles/index.css';
import { App } from './app.tsx';
import { followTheme } from './state/theme.ts';

followTheme();
const root = document.getElementById('console');
if (root !== null) render(<App />, root);
