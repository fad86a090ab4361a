import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const gateway = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
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
    sourcemap: false,
    rolldownOptions: {
      output: {
        // What every page needs and no release of the shop changes: one file that stays in the browser's cache.
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(query-core|react-query)|zod)\//,
            },
          ],
        },
      },
    },
  },
});
