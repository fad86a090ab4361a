import { Anchor } from '@mantine/core';
import type { Seller } from '@stagereel/contracts';
import { Fact } from '../ui/fact-list.tsx';

/** Digits and the leading + alone; what is shown keeps its hyphens. */
const telHref = (phone: string): string => `tel:${phone.normalize('NFKC').replace(/[^\d+]/g, '')}`;

/** Who sells, and how they are reached. */
export const SellerFacts = ({ seller }: { seller: Seller }) => (
  <>
    <Fact name="販売業者">{seller.name}</Fact>
    <Fact name="運営責任者">{seller.representative}</Fact>
    <Fact name="所在地">{seller.address}</Fact>
    <Fact name="電話番号">
      <Anchor href={telHref(seller.phone)}>{seller.phone}</Anchor>
    </Fact>
    <Fact name="メールアドレス">
      <Anchor href={`mailto:${seller.email}`}>{seller.email}</Anchor>
    </Fact>
  </>
);
