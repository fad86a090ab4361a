import { type ScreenPath, type ScreenVisibility, screens } from '@stagereel/contracts';

export type Screen = { pattern: ScreenPath; visibility: ScreenVisibility; params: Readonly<Record<string, string>> };

/** The web app's router ignores case and a trailing slash. */
const matcherOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern === '/' ? '' : pattern.replace(/:(\w+)/g, (_, name: string) => `(?<${name}>[^/]+)`)}/?$`, 'i');

const patterns = Object.keys(screens) as ScreenPath[];
const matchers = patterns.map((pattern) => ({ pattern, visibility: screens[pattern], matcher: matcherOf(pattern) }));

/** The screen that the web app shows for a decoded path; undefined where it shows its not-found screen. */
export const findScreen = (path: string): Screen | undefined => {
  for (const { pattern, visibility, matcher } of matchers) {
    const match = matcher.exec(path);
    if (match) return { pattern, visibility, params: { ...match.groups } };
  }
  return undefined;
};
