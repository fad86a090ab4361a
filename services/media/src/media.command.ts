import { loadMediaConfig } from './config.ts';
import { operateHere } from './operator/operate.ts';

// For the image, which holds no sources: node services/media/dist/media.js --help
await operateHere({
  command: 'node services/media/dist/media.js',
  settings: "The settings are the service's own, from the environment.",
  load: () => loadMediaConfig(process.env),
});
