import { startBacking } from '@stagereel/stack';

// A launcher for tests that kill it: node --import tsx launch.ts <folder> <server,server…>. Prints "ready" and keeps running.
const [dir = '', need = ''] = process.argv.slice(2);
await startBacking({ dir, need: need.split(',') as Parameters<typeof startBacking>[0]['need'] });
console.log('ready');
setInterval(() => {}, 60_000);
