import { matchVideos } from './src/features/admin-orders/bulk-delivery/match-videos.ts';
const A=(n:string,name:string|null,category='ビキニ',contestName='第12回 関東フィットネス選手権')=>({contestId:contestName,contestName,category,athleteNumber:n,athleteName:name});
const athletes=[A('1','鈴木 健'),A('2','髙橋 恵'),A('3','田中 美咲'),A('5','小林 蓮'),A('7','佐藤 花子'),A('9','中村 葵'),A('12','山田 太郎'),A('16','李 明'),A('21','森 彩'),A('100','John Smith'),A('101','五十嵐 凛','メンズフィジーク'),A('102','林 真央','メンズフィジーク'),A('103','ヤマモト ケン','メンズフィジーク'),A('104','Anna Maria Lopez','メンズフィジーク'),A('915','西田 遥'),A('1121','渡辺 湊')];
const lines=athletes.flatMap(a=>(['縦動画','横動画'] as const).map(style=>({...a,id:a.athleteNumber+style[0],style,orderDate:'2026-11-22T00:00:00Z'})));
const paths=`12縦.mp4
縦12.mp4
12-縦.mp4
12.縦.mp4
12、縦.mp4
12(縦).mp4
縦(12).mp4
縦（12）完成.mp4
【12】【縦】.mp4
[12]山田太郎[縦].mp4
12_Yamada_縦.mp4
012山田.mp4
山田12縦.mp4
山田太郎12縦完成版.mp4
エントリーNo12_縦.mp4
エントリーNO.12-縦.mp4
ゼッケンNo.12_縦.mp4
選手12_縦.mp4
背番号12 縦.mp4
12番 山田太郎 縦動画.mp4
12ばん_縦.mp4
12_tate_yoko.mp4
12_v.mp4
12_V2.mp4
12_V_2.mp4
12v.mp4
12-H.mp4
H12.mp4
12_縦_20261121_091523.mp4
20261121_0915_縦.mp4
20261121_091523_縦.mp4
2026-11-21_09-15-23_縦.mp4
1121_縦.mp4
1121_12_縦.mp4
11.21_12_縦.mp4
12_縦_IMG_0007.MOV
IMG_0007_縦.MOV
IMG_0007 (縦).MOV
C0007.MP4
C0007_縦.MP4
DSC_0012_縦.mp4
12_縦 (2).mp4
12_縦(2)_完成.mp4
12_縦のコピー2.mp4
12_縦 - コピー (2).mp4
Copy of 12_縦.mp4
12_縦_final_final.mp4
12_縦_最終_修正2.mp4
12_縦_修正版_3.mp4
12_縦_02.mp4
12_縦_002.mp4
12_縦_1.mp4
12_01_縦.mp4
12-1_縦.mp4
1-12_縦.mp4
12,7_縦.mp4
12_7_山田太郎_縦.mp4
山田・佐藤_縦.mp4
Smith_縦.mp4
John_縦.mp4
SMITH John_縦.mp4
J.Smith_縦.mp4
Lopez_V.mp4
Maria Lopez_V.mp4
AnnaMariaLopez_V.mp4
ヤマモトケン_縦.mp4
やまもとけん_縦.mp4
ﾔﾏﾓﾄ_縦.mp4
李_縦.mp4
李明_縦.mp4
森_縦.mp4
森本_縦.mp4
林_縦.mp4
小林_縦.mp4
高橋_縦.mp4
髙橋恵様_縦.mp4
いがらし_縦.mp4
メンズフィジーク/縦/101.mp4
メンズ フィジーク_101_縦.mp4
フィジーク/101_縦.mp4
男子/101_縦.mp4
ビキニ/101_縦.mp4
MensPhysique_101_縦.mp4
ビキニの部_12_縦.mp4
ビキニ12番_縦.mp4
関東フィットネス選手権2026_12_縦.mp4
関東フィットネス選手権2025_12_縦.mp4
関東フィットネス選手権第12回/12_縦.mp4
関東_12_縦.mp4
第12回_12_縦.mp4
第12回関東フィットネス選手権 予選/12_縦.mp4
12_縦_予選.mp4
12_9x16_1080p_60fps.mp4
12_1080x1920.mp4
12_9-16.mp4
9_9x16.mp4
16x9_9.mp4
9:16_12.mp4
縦型_12_H.264.mp4
12_縦_h265_4K_24fps.mp4
video_12.mp4
12_video_縦.mp4
Sequence 12.mp4
名称未設定 12.mp4
Timeline 1_12_縦.mp4
12_縦.mov.mp4
12 縦 (山田太郎).mp4
bib-12-portrait.mp4
#12.mp4
＃12＿縦.mp4
№12_縦.mp4
⑫_縦.mp4
12号_縦.mp4
12th_縦.mp4
12A_縦.mp4
A12_縦.mp4
12_縦_A.mp4
A/12_縦.mp4
カメラA/12_縦.mp4
1日目/12_縦.mp4
2部/12_縦.mp4
12月/7_縦.mp4
7/12/縦.mp4
12/12_縦.mp4
12_山田太郎/縦.mp4
12_山田太郎/縦_02.mp4
12_山田太郎/IMG_0007_縦.mov
納品/2026/1121/12_縦.mp4
11-21/12_縦.mp4
縦/横/12.mp4
12_縦横両方.mp4
12と7_縦.mp4
12&7_縦.mp4
全員_縦.mp4
012_0007_縦.mp4
00012_縦.mp4
12.0_縦.mp4
1,121_縦.mp4
12 7月_縦.mp4
12_3分_縦.mp4
12_縦_30s.mp4
12_縦_x2.mp4
12_縦_2x.mp4
take3_12_縦.mp4
12_take3_縦.mp4
12_T3_縦.mp4
12_縦_rev3.mp4
12_横浜_縦.mp4
横山_12_縦.mp4
12_よこ_たて.mp4
12_たて.mp4
12_VERT.mp4
P12_縦.mp4
12p_縦.mp4
100m_縦.mp4
100_縦.mp4
100%_縦.mp4
v12_縦.mp4
12_縦_v12.mp4
ver12_縦.mp4
0915_縦.mp4
20261121-12_縦.mp4
20261121-001_縦.mp4
2026112112_縦.mp4
12_20261121縦.mp4`.split('\n');
for(const p of paths){const f=p.split('/');const name=f.pop()!;const [m]=matchVideos({files:[{id:p,name,folders:f,size:1,orientation:process.argv[2] as never}],lines,athletes,choices:[]});console.log(p.padEnd(38),m!.state==='certain'?'✔':m!.state==='question'?'?':'-',m!.reason,m!.lineIds.join())}
