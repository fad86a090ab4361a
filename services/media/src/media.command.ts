import { loadMediaConfig } from './config.ts';
import { runOperatorProcess } from './operator-command.ts';

// For the container image, which contains no sources: node services/media/dist/media.js --help
void runOperatorProcess({
  command: 'node services/media/dist/media.js',
  settings: 'The settings are the environment variables of the service.',
  load: () => loadMediaConfig(process.env),
});
