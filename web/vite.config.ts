import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pureContracts } from './vite/pure-contracts.ts';
import { pages } from './vite/write-pages.ts';

const gateway = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:3000';

/** The package's exports name only its development build, with checks and warnings for developers. */
const production = (module: string): string => fileURLToPath(import.meta.resolve(module)).replace('/development/', '/production/');

/** The back office with its print page, and the page about stored personal data. */
const SELDOM_OPENED = /\/(admin-|dashboard|contest-edit|two-factor-setup|security|print-|personal-data)/u;

export default defineConfig(({ command }) => ({
  plugins: [pureContracts(), react(), pages()],
  ...(command === 'build' && {
    resolve: {
      alias: [
        { find: /^react-router$/u, replacement: production('react-router') },
        { find: /^react-router\/dom$/u, replacement: production('react-router/dom') },
      ],
    },
  }),
  server: {
    proxy: {
      // The Host header stays the browser's, because the gateway compares it with the Origin header.
      '/api': gateway,
      '/media': gateway,
      '/readyz': gateway,
    },
  },
  build: {
    outDir: 'dist',
    // The content security policy allows no data: scripts or fonts, and a hashed file caches better than an inlined one.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: {
      // Browsers without it load the same files a little later.
      polyfill: false,
      // The names of what these pages would preload are a kilobyte that every visitor of the shop loads. Styles are loaded in no other way.
      resolveDependencies: (file, needed) => (SELDOM_OPENED.test(file) ? needed.filter((name) => name.endsWith('.css')) : needed),
    },
    sourcemap: false,
    rolldownOptions: {
      output: {
        // The entry names every file of the shop, so shorter hashes make it smaller. The bundler needs at least 7 characters.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
}));
