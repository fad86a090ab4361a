import type { BrowserError } from '@stagereel/contracts';
import { findScreen } from '../pages/find-screen.ts';

/** What is logged of a browser's error. */
export type DescribedError = { screen: string; name: string; message?: string; frames: string[] };

/** The names of errors and not of people: any value can be thrown, also an object with a name. */
const ERROR_NAME = /^(?:[A-Z][A-Za-z]{0,40})?(?:Error|Exception)$/;
/** A message may quote what a visitor typed or received. These contain nothing but names in the code. */
const HARMLESS_MESSAGES = [
  /^Cannot (read|set) properties of (undefined|null)( \((reading|setting) '[A-Za-z_$]+'\))?$/,
  /^[\w$.()]{1,80} is not (a function|a constructor|iterable|defined)$/,
  /^(undefined|null) is not an object \(evaluating '[\w$.]+'\)$/,
  /^Minified React error #\d+/,
  /^(Failed to fetch dynamically imported module|Importing a module script failed|error loading dynamically imported module)/,
  /^(Maximum call stack size exceeded|Failed to fetch|Load failed|Script error\.?)$/,
];
const FRAME = /\/assets\/([\w.-]{1,80}\.js:\d+:\d+)/g;
const MAX_FRAMES = 5;

/**
 * The parts of a browser's error that hold no personal data: the pattern of the screen instead of its address, which may contain the secret of an
 * order, and the places in the shop's own code.
 */
export const describeBrowserError = ({ name, message, stack, path }: BrowserError): DescribedError => {
  const harmless = HARMLESS_MESSAGES.flatMap((pattern) => pattern.exec(message)?.[0] ?? [])[0];
  return {
    screen: findScreen(path)?.pattern ?? 'unknown',
    name: ERROR_NAME.test(name) ? name : 'unknown',
    ...(harmless !== undefined && { message: harmless }),
    frames: [...stack.matchAll(FRAME)].slice(0, MAX_FRAMES).map(([, place = '']) => place),
  };
};
