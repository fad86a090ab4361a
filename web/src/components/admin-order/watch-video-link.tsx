import { Anchor } from '@mantine/core';
import { watchPathOf } from './download-url.ts';

/** Opens a stored video in a new tab. Watching does not count as a download. Renders nothing for an external link. */
export const WatchVideoLink = ({ lineId, url }: { lineId: string; url: string }) => {
  const path = watchPathOf(url);
  return path === null ? null : (
    <Anchor
      href={path}
      size="sm"
      target="_blank"
      rel="noopener noreferrer"
      style={{ display: 'inline-flex', alignItems: 'center', minHeight: 'var(--dense-control, 44px)' }}
      aria-label={`${lineId} の動画を見る`}
    >
      動画を見る
    </Anchor>
  );
};
