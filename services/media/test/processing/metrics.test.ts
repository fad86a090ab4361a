import { expect, test } from '@jest/globals';
import { readMetric, useService, waitUntil } from '@stagereel/service-kit/testing';
import { startTestMedia } from '../support/media.ts';
import { jpeg } from '../support/samples.ts';

const media = useService(() => startTestMedia());

test('when a picture is uploaded, processed and downloaded, then its bytes are counted and nothing is left to process', async () => {
  const { metricsPort, url } = await media.startReplica({ METRICS_PORT: '0' });
  const metric = (sample: string) => readMetric(metricsPort, sample);
  const bytes = await jpeg({ width: 400, height: 300 });
  const contestId = media.contest();
  const call = media.callAt(() => url);
  const uploadId = await media.open(contestId, { bytes, name: 'a.jpg', mediaType: 'image' });
  const path = `/api/contests/${contestId}/media`;
  expect((await call('POST', `${path}/chunked-upload`, { body: media.formOf({ contestId, uploadId, index: 0, bytes }) })).status).toBe(200);
  expect(await metric('media_uploaded_bytes_total')).toBe(bytes.length);

  const { body } = await media.complete(contestId, uploadId);
  const { url: address } = await media.processed(contestId, body.id);
  await waitUntil(async () => (await metric('media_processing_waiting')) === 0);
  expect(await metric('media_processing_oldest_seconds')).toBe(0);

  const { body: sent } = await call('GET', address, { as: 'anonymous' });
  await waitUntil(async () => (await metric('media_downloaded_bytes_total')) === sent.length);
});
