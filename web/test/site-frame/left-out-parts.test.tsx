import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { lazyExtra } from '../../src/lib/lazy-extra.ts';

test('when the code of a part that the page works without cannot be loaded, then the page is shown without it', async () => {
  const Missing = lazyExtra(async () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const Loaded = lazyExtra(async () => () => <p>動画</p>);
  render(
    <main>
      <h1>大会</h1>
      <Suspense>
        <Missing />
        <Loaded />
      </Suspense>
    </main>,
  );
  expect(await screen.findByText('動画')).toBeVisible();
  expect(screen.getByRole('main').innerHTML).toBe('<h1>大会</h1><p>動画</p>');
});
