/**
 * What the services store that says nothing about a person, by service and collection. A new field of a model belongs either here or in
 * packages/contracts/src/personal-data.ts. `*`: the whole collection.
 */
export const notPersonal: Readonly<Record<string, readonly string[]>> = {
  'identity erasures': ['pseudonym', 'requestedAt', 'purgeAt'],
  'orders erasures': ['pseudonym', 'requestedAt', 'purgeAt'],
  'notify erasures': ['pseudonym', 'requestedAt', 'purgeAt'],
  'identity users': ['isAdmin', 'emailProven', 'timesSignedOut', 'createdAt', 'leaving', 'deletedAt'],
  'identity audit-entries': ['_id', 'occurredAt', 'correlationId', 'action'],
  'identity sign-in-events': ['_id', 'at', 'door', 'outcome', 'risk', 'expiresAt', 'count'],
  'identity trusted-networks': ['until', 'liftedAt', 'purgeAt'],
  'identity blocked-networks': ['until', 'liftedAt', 'purgeAt'],
  'identity codes': ['tries', 'knownTries', 'expiresAt', 'resendAfter', 'usedAt', 'purgeAt'],
  'identity pending-registrations': ['_id', 'tries', 'expiresAt', 'purgeAt'],
  'identity wanted-accounts': ['_id', 'result.kind', 'expiresAt'],
  'identity pending-sign-ins': ['_id', 'expiresAt'],
  'identity password-grants': ['tries', 'expiresAt'],
  'identity two-factor-setups': ['tries', 'expiresAt'],
  'identity admin-invitations': ['_id', 'claimedAt', 'purgeAt'],
  'identity personal-data-requests': ['_id', 'kind', 'expiresAt', 'purgeAt'],
  'identity signing-keys': ['*'],
  'catalog contests': ['*'],
  'catalog athletes': [
    ...['_id', 'contestId', 'videoStatus', 'photoStatus', 'verticalVideoPrice', 'horizontalVideoPrice', 'isDeleted', 'version'],
    'purgedAt',
  ],
  'catalog saleNotices': ['_id', 'contestId', 'contestVersion', 'requestedAt', 'announcedAt'],
  'orders orders': ['_id', 'revision', 'changedAt', 'total', 'createdAt', 'status', 'handledAt'],
  'orders lookups': ['_id', 'askedAt', 'correlationId', 'openSince'],
  'orders exports': ['_id', 'startedAt'],
  'orders dailysummaries': ['*'],
  'orders settings': ['*'],
  'media media': [
    ...['_id', 'contestId', 'category', 'type', 'uploadedAt', 'displayOrder', 'durationSeconds', 'reading', 'processing'],
    ...['processingDueAt', 'processingToken', 'processingAttempts', 'deletedAt'],
  ],
  'media contestNotes': ['*'],
  'media uploads': [
    ...['_id', 'contestId', 'fileSize', 'mediaType', 'totalChunks', 'category', 'sha256', 'requestKey', 'storageHandle', 'state'],
    ...['checkId', 'refusal', 'isSettled', 'isBegun', 'createdAt', 'touchedAt'],
  ],
  'media chunks': ['*'],
  'media downloadClaims': ['_id', 'mediaId', 'until', 'quota', 'revision', 'endedAt'],
  'media storageMarks': ['*'],
  'media orphanScans': ['*'],
  'notify mails': [
    ...['_id', 'key', 'messageId', 'causedBy', 'template', 'state', 'attempts', 'claim', 'claimedUntil', 'createdAt', 'sentAt'],
    ...['failedAt', 'removeAt'],
  ],
  'notify recalls': ['recalledAt'],
};
