import { jest } from '@jest/globals';
import type { Media } from '@stagereel/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import { json } from '../../src/testing/open-page.tsx';
import { openEditScreen } from '../admin-contests/contest-screens.ts';

/** Opens the tab of covers and samples of contest `c1`. */
export const openMediaTab = (media: Media[]) =>
  openEditScreen({ search: '?tab=media', given: { 'GET /api/contests/c1/media': () => json(media) } });

/** One of the two regions for a contest's media, each with an upload and a list. */
export const mediaPart = (title: 'カバー画像' | 'サンプル動画・画像') => screen.findByRole('region', { name: title });
export const mediaRow = async (name: string) => within(await mediaPart('サンプル動画・画像')).findByRole('listitem', { name });

/** Chooses files as the file dialog does, which may also return files that the page does not accept. */
export const chooseFiles = (part: HTMLElement, files: readonly File[]): void => {
  const input = part.querySelector('input[type=file]');
  if (!input) throw new Error('Expected a file input');
  fireEvent.change(input, { target: { files } });
};

/** Lets jsdom accept Node's abort signals: the library that drags rows adds its listeners with one. */
export const acceptNodeSignals = (): void => {
  const { addEventListener } = EventTarget.prototype;
  jest.spyOn(EventTarget.prototype, 'addEventListener').mockImplementation(function (this: EventTarget, type, listener, options) {
    const { signal, ...rest } = typeof options === 'object' ? options : { capture: options === true };
    addEventListener.call(this, type, listener, rest);
    signal?.addEventListener('abort', () => this.removeEventListener(type, listener, rest));
  });
};
