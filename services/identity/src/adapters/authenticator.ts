import { CODE_LENGTH, TOTP_STEP_SECONDS } from '@stagereel/contracts';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { renderSVG } from 'uqr';
import type { Authenticator } from '../domain/two-factor/authenticator.ts';

/** What an authenticator app shows beside the account. */
const ISSUER = 'StageReel';
const SECRET_BYTES = 20;
const TOKEN = new RegExp(`^[0-9]{${CODE_LENGTH}}$`);

const svgUrl = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

/** SHA-1, six digits and 30 seconds: the one combination that every app understands. */
export const authenticator: Authenticator = {
  newSecret: () => generateSecret({ length: SECRET_BYTES }),
  qrCodeOf: ({ secret, account }) =>
    svgUrl(
      renderSVG(generateURI({ issuer: ISSUER, label: account, secret, digits: CODE_LENGTH, period: TOTP_STEP_SECONDS }), { border: 4 }),
    ),
  stepOf: ({ secret, token, at }) => {
    // The library throws for what has not the form of a code.
    if (!TOKEN.test(token)) return undefined;
    const epoch = Math.floor(at.getTime() / 1000);
    const result = verifySync({ secret, token, epoch, period: TOTP_STEP_SECONDS, digits: CODE_LENGTH, epochTolerance: TOTP_STEP_SECONDS });
    return result.valid && 'timeStep' in result ? result.timeStep : undefined;
  },
};
