import { emailSchema, type Seller, type ShopInfo } from '@stagereel/contracts';
import { z } from 'zod';

/** Shown until the shop's own facts are set; nobody must be able to take it for a company there is. */
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

/** Who sells, as the law wants it named. */
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
  /** The number of a qualified invoice issuer. Its check digit is published for companies only, so a sole trader's could not be judged by it. */
  INVOICE_REGISTRATION_NUMBER: z
    .string()
    .trim()
    .regex(/^T\d{13}$/, 'must be T and 13 digits, as the tax office gave it')
    .optional(),
};
type SellerConfig = z.infer<z.ZodObject<typeof sellerConfig>>;

/** The seller of the settings. One fact left at the example's makes it an example; facts of its own never stand beside the example's number. */
export const shopInfoOf = (config: SellerConfig): ShopInfo => {
  const named = {
    name: config.SELLER_NAME,
    representative: config.SELLER_REPRESENTATIVE,
    address: config.SELLER_ADDRESS,
    phone: config.SELLER_PHONE,
    email: config.SELLER_EMAIL,
  };
  const facts = Object.keys(named) as (keyof typeof named)[];
  const exampleFacts = facts.filter((fact) => named[fact] === EXAMPLE[fact]);
  const isUntouched = exampleFacts.length === facts.length;
  const registrationNumber = config.INVOICE_REGISTRATION_NUMBER ?? (isUntouched ? EXAMPLE.registrationNumber : null);
  return { seller: { ...named, registrationNumber }, isExample: exampleFacts.length > 0 };
};
