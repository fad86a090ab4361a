import './styles/mantine.css';
import './styles/global.css';
import './styles/print.css';
import { StrictMode } from 'react';
import { preload } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { matchPath } from 'react-router-dom';
import { App, createAppParts } from './app/app.tsx';
import { whenReady } from './app/when-ready.ts';
import { initialData } from './lib/initial-data.ts';

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

/** What a phone shows of the list at first. */
const FIRST_COVERS = 2;

// The pictures load while the page's code starts.
if (isPrerendered && window.location.pathname === '/') {
  for (const { coverImage } of (initialData.contests() ?? []).slice(0, FIRST_COVERS)) {
    if (coverImage !== null) preload(coverImage, { as: 'image', fetchPriority: 'high' });
  }
}

const start = (): void => {
  if (isPrerendered && parts.router.state.errors === null) {
    hydrateRoot(root, app);
    return;
  }
  root.replaceChildren();
  createRoot(root).render(app);
};

// A page can be hydrated only with its code. Not awaited at the top level: the page's code imports this module and would wait for it.
if (isPrerendered) void whenReady(parts.router).then(start);
else start();
