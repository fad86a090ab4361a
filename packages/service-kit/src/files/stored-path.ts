import { join } from 'node:path';

const KEY = /^[\w-][\w.-]{7,127}$/;

/** The folder of all objects within the folder that a storage was given. */
export const objectsFolder = (dir: string): string => join(dir, 'objects');

/** Where an object lies in that folder; in shards, because no folder likes a million files. Throws for what is no key. */
export const storedPath = ({ dir, key }: { dir: string; key: string }): string => {
  if (!KEY.test(key)) throw new Error(`${key} is no key of the storage`);
  return join(objectsFolder(dir), key.slice(0, 2), key);
};
