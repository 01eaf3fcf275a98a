/** The page's start. */
import './theme/tokens.css';
import './theme/base.css';
import './parts/parts.css';
import './layout/layout.css';
import './query/filter-bar.css';
import './views/views.css';
import './sessions/sessions.css';
import './details/details.css';
import './export/export.css';
import './compare/compare.css';
import './search/search.css';
import './palette/palette.css';
import './stats/stats.css';
import './settings/settings.css';
import './welcome/welcome.css';
import './running/running.css';
import './hub/hub.css';
import './runs/runs.css';
import './runs/tool-table.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { listenForKeys } from './keys/keys.ts';
import { followArchive } from './live/live.ts';
import { setIcons } from './parts/icon.tsx';
import { applyTheme } from './theme/theme.ts';

applyTheme();
setIcons();
listenForKeys();
void followArchive();

const place = document.getElementById('app');
if (!place) throw new Error('index.html has no element #app');
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
