/** The page's start. */
import './theme/tokens.css';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { listenForKeys } from './keys/keys.ts';
import { applyTheme } from './theme/theme.ts';

applyTheme();
listenForKeys();

const place = document.getElementById('app');
if (!place) throw new Error('index.html has no element #app');
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
