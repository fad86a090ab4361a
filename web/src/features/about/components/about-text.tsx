import { Anchor, List, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { paths } from '../../../config/paths.ts';
import { saleTerms } from '../../../config/sale-terms.ts';

/** Describes the shop and the ordering process. */
export const AboutText = () => (
  <>
    <Text>
      StageReel（ステージリール）は、大会に出場した選手の動画を、選手ごとに編集してお届けするオンラインショップです。ボディコンテストなど、ステージでの一瞬のために重ねた努力を、いつでも見返せるかたちでお届けします。
    </Text>
    <DataCard title="お届けする動画">
      <Stack gap="sm">
        <Text>
          会場で撮影した映像から、ご注文の選手が登場する場面を編集して、1本の動画に仕上げます。動画の向きは、次の2つから選べます。
        </Text>
        <List spacing={4}>
          <List.Item>
            <strong>縦動画</strong>：スマートフォンの画面いっぱいで見られる、縦長の動画です。
          </List.Item>
          <List.Item>
            <strong>横動画</strong>：テレビやパソコンで見やすい、横長の動画です。
          </List.Item>
        </List>
        <Text>料金は大会ごとに異なり、注文ページに税込みの価格を表示します。</Text>
      </Stack>
    </DataCard>
    <DataCard title="ご注文の流れ">
      <List type="ordered" spacing="xs">
        <List.Item>大会を選び、カテゴリーとゼッケン番号から、欲しい動画を選びます。</List.Item>
        <List.Item>メールアドレスとお名前を入力し、メールで届く認証コードを入力します。</List.Item>
        <List.Item>内容を確認し、クレジットカードで支払います。{saleTerms.paymentTime}</List.Item>
        <List.Item>
          {saleTerms.delivery}
          {saleTerms.download}
        </List.Item>
      </List>
    </DataCard>
    <DataCard title="会員登録について">
      <Text>
        会員登録をしなくても、メールアドレスの認証だけでご注文いただけます。
        <Anchor component={Link} to={paths.register.to()}>
          会員登録
        </Anchor>
        をすると、購入履歴から、納品の状況の確認やダウンロードができます。
      </Text>
    </DataCard>
    <DataCard title="ご不明な点があるとき">
      <Text>
        ご注文や動画についてのご質問は、
        <Anchor component={Link} to={paths.contact.to()}>
          お問い合わせ
        </Anchor>
        からお送りください。販売者の名称と販売条件は、
        <Anchor component={Link} to={paths.legalNotice.to()}>
          特定商取引法に基づく表記
        </Anchor>
        に記載しています。
      </Text>
    </DataCard>
  </>
);
