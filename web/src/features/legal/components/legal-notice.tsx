import { SellerDetails } from '../../../components/shop/seller-details.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { Fact, FactList } from '../../../components/ui/fact-list.tsx';
import { saleTerms } from '../../../config/sale-terms.ts';

/** The disclosure that Japanese mail-order law requires before a purchase. */
export const LegalNotice = () => (
  <>
    <DataCard title="販売者">
      <SellerDetails />
    </DataCard>
    <DataCard title="販売条件">
      <FactList isLined>
        <Fact name="販売価格">各大会の注文ページに、動画ごとに表示します。{saleTerms.price}</Fact>
        <Fact name="商品代金以外の必要料金">{saleTerms.fees}</Fact>
        <Fact name="お支払い方法">
          {saleTerms.payment}
          {saleTerms.provider}
        </Fact>
        <Fact name="お支払い時期">{saleTerms.paymentTime}</Fact>
        <Fact name="商品の引渡時期">{saleTerms.delivery}</Fact>
        <Fact name="ダウンロードの回数と期限">{saleTerms.download}</Fact>
        <Fact name="販売数量の制限">{saleTerms.quantity}</Fact>
        <Fact name="キャンセル・返品・返金">
          {saleTerms.cancellation}
          {saleTerms.failure}
        </Fact>
        <Fact name="動画に不備があった場合">{saleTerms.defect}</Fact>
        <Fact name="動作環境">{saleTerms.environment}</Fact>
      </FactList>
    </DataCard>
  </>
);
