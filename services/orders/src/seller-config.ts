import { emailSchema, type Seller, type ShopInfo } from '@stagereel/contracts';
import { z } from 'zod';

/** Shown until the shop sets its own seller. It must not resemble a real company. */
const EXAMPLE = {
  name: '株式会社サンプル映像（表示例）',
  representative: '見本 太郎',
  address: '〒000-0000 東京都見本区見本町1-2-3 サンプルビル4階',
  phone: '03-0000-0000',
  email: 'support@stagereel.example',
  registrationNumber: 'T9000000000000',
} as const satisfies Seller;

const SINGLE_LINE = /^[^\p{Cc}\u2028\u2029]+$/u;
const PHONE = /^\+?\d[\d()-]{7,18}\d$/;
const line = (max: number) => z.string().trim().max(max, `must be at most ${max} characters`).regex(SINGLE_LINE, 'must be a single line');

/** The seller's legal information. */
export const sellerConfig = {
  SELLER_NAME: line(100).default(EXAMPLE.name),
  SELLER_REPRESENTATIVE: line(100).default(EXAMPLE.representative),
  SELLER_ADDRESS: line(200).default(EXAMPLE.address),
  SELLER_PHONE: z.string().trim().regex(PHONE, 'must be a telephone number as in 03-1234-5678').default(EXAMPLE.phone),
  SELLER_EMAIL: z
    .string()
    .trim()
    .refine((text) => emailSchema.safeParse(text).success, 'must be an e-mail address')
    .default(EXAMPLE.email),
  /** The number of a qualified invoice issuer. Its check digit is not validated, because the rule is published for companies only. */
  INVOICE_REGISTRATION_NUMBER: z
    .string()
    .trim()
    .regex(/^T\d{13}$/, 'must be T and 13 digits, as issued by the tax office')
    .optional(),
};
type SellerConfig = z.infer<z.ZodObject<typeof sellerConfig>>;

/** The configured seller. It is an example if one field has the example's value. The example's number is never combined with other fields. */
export const shopInfoOf = (config: SellerConfig): ShopInfo => {
  const named = {
    name: config.SELLER_NAME,
    representative: config.SELLER_REPRESENTATIVE,
    address: config.SELLER_ADDRESS,
    phone: config.SELLER_PHONE,
    email: config.SELLER_EMAIL,
  };
  const fields = Object.keys(named) as (keyof typeof named)[];
  const exampleFields = fields.filter((field) => named[field] === EXAMPLE[field]);
  const isUnchanged = exampleFields.length === fields.length;
  const registrationNumber = config.INVOICE_REGISTRATION_NUMBER ?? (isUnchanged ? EXAMPLE.registrationNumber : null);
  return { seller: { ...named, registrationNumber }, isExample: exampleFields.length > 0 };
};
