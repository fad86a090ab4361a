import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const gateway = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  server: {
    proxy: {
      '/api': { target: gateway, changeOrigin: true },
      '/media': { target: gateway, changeOrigin: true },
    },
  },
  build: {
    outDir: 'dist',
    // The content security policy allows no data: scripts or fonts, and a hashed file caches better than an inlined one.
    assetsInlineLimit: 0,
    manifest: true,
    sourcemap: false,
  },
});
