import { Fact, FactLink, FactList } from '../ui/fact-list.tsx';
import { WithSeller } from './with-seller.tsx';

/** For the `tel:` link: only digits and the leading +. */
const telHref = (phone: string): string => `tel:${phone.normalize('NFKC').replace(/[^\d+]/g, '')}`;

/** The seller's name and contact details. */
export const SellerDetails = () => (
  <WithSeller>
    {({ name, representative, address, phone, email, registrationNumber }) => (
      <FactList isLined>
        <Fact name="販売業者">{name}</Fact>
        <Fact name="運営責任者">{representative}</Fact>
        <Fact name="所在地">{address}</Fact>
        <Fact name="電話番号">
          <FactLink href={telHref(phone)}>{phone}</FactLink>
        </Fact>
        <Fact name="メールアドレス">
          <FactLink href={`mailto:${email}`}>{email}</FactLink>
        </Fact>
        {registrationNumber !== null && <Fact name="登録番号（適格請求書発行事業者）">{registrationNumber}</Fact>}
      </FactList>
    )}
  </WithSeller>
);
