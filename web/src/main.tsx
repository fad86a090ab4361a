import './styles/mantine.css';
import './styles/global.css';
import './styles/print.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { matchPath } from 'react-router-dom';
import { App, createAppParts } from './app/app.tsx';
import { whenReady } from './app/when-ready.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root element');

const parts = createAppParts();
const app = (
  <StrictMode>
    <App parts={parts} />
  </StrictMode>
);

/** Whether the build rendered this page into the file that the server sent. */
const isPrerendered = matchPath(root.dataset['page'] ?? '', window.location.pathname) !== null;
// A page can be hydrated only with its code.
if (isPrerendered) await whenReady(parts.router);

if (isPrerendered && parts.router.state.errors === null) hydrateRoot(root, app);
else {
  root.replaceChildren();
  createRoot(root).render(app);
}
