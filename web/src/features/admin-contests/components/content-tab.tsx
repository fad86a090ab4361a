import { Stack } from '@mantine/core';
import type { Contest } from '@stagereel/contracts';
import { PriceDescriptionEditor } from './price-description-editor.tsx';
import { PublicationSettings } from './publication-settings.tsx';

/** What the public sees of the contest, and from when. */
export const ContentTab = ({ contest }: { contest: Contest }) => (
  <Stack gap="lg">
    <PublicationSettings contest={contest} />
    <PriceDescriptionEditor contestId={contest.id} />
  </Stack>
);
