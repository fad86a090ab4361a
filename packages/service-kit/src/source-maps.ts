import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sourceMapSupport from 'source-map-support';

/**
 * Lets stack traces name the TypeScript that a program was bundled from. Its map is read with the first trace. Node's own flag would read the
 * maps of all packages at the start: 18 MiB more in each service, for code that is not ours.
 */
export const installSourceMaps = (): void => {
  sourceMapSupport.install({
    environment: 'node',
    handleUncaughtExceptions: false,
    overrideRetrieveSourceMap: true,
    retrieveSourceMap: (source) => {
      const map = source.includes('/node_modules/') ? undefined : readMap(source);
      return map === undefined ? null : { url: source, map };
    },
  });
};

/** What stands beside a bundle; undefined where that is nothing, or not to be read: a trace must not fail. */
const readMap = (source: string): string | undefined => {
  try {
    const map = readFileSync(`${source.startsWith('file:') ? fileURLToPath(source) : source}.map`, 'utf8');
    JSON.parse(map);
    return map;
  } catch {
    return undefined;
  }
};
