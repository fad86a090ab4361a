import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pureContracts } from './vite/pure-contracts.ts';
import { pages } from './vite/write-pages.ts';

const gateway = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [pureContracts(), react(), pages()],
  server: {
    proxy: {
      // The Host header stays the browser's, because the gateway compares it with the Origin header.
      '/api': gateway,
      '/media': gateway,
    },
  },
  build: {
    outDir: 'dist',
    // The content security policy allows no data: scripts or fonts, and a hashed file caches better than an inlined one.
    assetsInlineLimit: 0,
    manifest: true,
    // Browsers without it load the same files a little later.
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
});
