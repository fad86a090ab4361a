import { CODE_LENGTH, TOTP_STEP_SECONDS } from '@stagereel/contracts';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { renderSVG } from 'uqr';
import type { Totp } from '../domain/two-factor/authenticator.ts';

/** The name that authenticator apps show beside the account. */
const ISSUER = 'StageReel';
const SECRET_BYTES = 20;
const TOKEN = new RegExp(`^[0-9]{${CODE_LENGTH}}$`);

const toDataUrl = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

/** SHA-1, six digits and 30 seconds, the only combination that all authenticator apps support. */
export const totp: Totp = {
  createSecret: () => generateSecret({ length: SECRET_BYTES }),
  qrCodeOf: ({ secret, account }) =>
    toDataUrl(
      renderSVG(generateURI({ issuer: ISSUER, label: account, secret, digits: CODE_LENGTH, period: TOTP_STEP_SECONDS }), { border: 4 }),
    ),
  findStep: ({ secret, token, at }) => {
    // otplib throws for a malformed token.
    if (!TOKEN.test(token)) return undefined;
    const epoch = Math.floor(at.getTime() / 1000);
    const result = verifySync({ secret, token, epoch, period: TOTP_STEP_SECONDS, digits: CODE_LENGTH, epochTolerance: TOTP_STEP_SECONDS });
    return result.valid && 'timeStep' in result ? result.timeStep : undefined;
  },
};
