import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A part that the page works without. If its code cannot be loaded, the part is left out instead of replacing the page by an error screen. */
export const lazyExtra = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: () => null };
    }
  });
