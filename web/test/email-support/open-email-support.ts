import type { EmailStatus } from '@stagereel/contracts';
import { screen } from '@testing-library/react';
import { buildReceipt } from '../../src/testing/build-receipt.ts';
import { json, openPage } from '../../src/testing/open-page.tsx';

export const STATUS = 'GET /api/email-status';
export const { seller: SELLER } = buildReceipt();
export const SENDER = { address: 'no-reply@mail.stage.example.jp', domain: 'mail.stage.example.jp' };

export const statusOf = (changes: Partial<EmailStatus> = {}) =>
  json({
    emailServiceActive: true,
    senderEmail: SENDER.address,
    smtpServer: 'smtp.stage.example.jp',
    timestamp: '2026-11-21T01:05:00.000Z',
    ...changes,
  });

/** Opens the help page for missing mails; mails can be sent unless the given responses say otherwise. */
export const openEmailSupport = (given: Parameters<typeof openPage>[1] = {}) =>
  openPage('/email-support', {
    [STATUS]: () => statusOf(),
    'GET /api/shop': () => json({ seller: SELLER, isExample: false }),
    ...given,
  });

export const copyButton = (label: string) => screen.findByRole('button', { name: `${label}をコピー` });
