import { join } from 'node:path';

const KEY = /^[\w-][\w.-]{7,127}$/;

/** The folder of all objects inside a storage folder. */
export const objectsFolder = (dir: string): string => join(dir, 'objects');

/** Path of an object. Objects are sharded into subfolders, because a folder with a million files is slow. Throws for an invalid key. */
export const storedPath = ({ dir, key }: { dir: string; key: string }): string => {
  if (!KEY.test(key)) throw new Error(`${key} is not a valid storage key`);
  return join(objectsFolder(dir), key.slice(0, 2), key);
};
