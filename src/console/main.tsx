import { render } from 'preact';

import './styles/index.css';
import { App } from './app.tsx';

const root = document.getElementById('console');
if (root !== null) render(<App />, root);
