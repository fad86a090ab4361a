import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Finds a program on PATH as a shell does.
 * @param {{ name: string, env: NodeJS.ProcessEnv, folders?: string[] }} input `folders` are searched after PATH.
 * @returns {string | undefined} its absolute path
 */
export function findProgram({ name, env, folders = [] }) {
  const onPath = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...onPath, ...folders].map((folder) => join(folder, name)).find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
