import http from 'node:http'; import fs from 'node:fs'; import path from 'node:path';
import { chromium } from 'playwright-core';
const dist='/work/wt/catalog/web/dist';
const types={'.js':'text/javascript','.css':'text/css','.html':'text/html','.svg':'image/svg+xml','.woff2':'font/woff2','.json':'application/json'};
const srv=http.createServer((q,r)=>{const p=new URL(q.url,'http://x').pathname;let f=path.join(dist,p);if(!fs.existsSync(f)||fs.statSync(f).isDirectory())f=path.join(dist,'index.html');r.setHeader('content-type',types[path.extname(f)]||'application/octet-stream');fs.createReadStream(f).pipe(r);}).listen(0,'127.0.0.1');
await new Promise(r=>srv.once('listening',r));
const base='http://127.0.0.1:'+srv.address().port;
const C=(o)=>({id:'c1',name:'ステージカップ2026 東京大会',slug:'s',date:'2026年11月3日',location:'東京体育館',coverImage:null,sitePublicStatus:'private',videoPublished:false,photoPublished:false,scheduledPublishDate:null,createdAt:'2026-11-01T00:00:00.000Z',version:1,isComingSoon:false,priceRange:null,athleteCount:0,hasSamples:false,sampleVideo:null,...o});
const contests=[C({isComingSoon:true}),C({id:'c2',name:'第38回ステージリール杯 全国フィットネス選手権大会',videoPublished:true,sitePublicStatus:'public',athleteCount:40}),C({id:'c3',name:'春季大会',sitePublicStatus:'公開予約',scheduledPublishDate:'2027-01-02T01:00:00.000Z',isComingSoon:true})];
const line=(n,o={})=>({id:`${n}`,orderNumber:n,contestId:'c1',contestName:'ステージカップ2026 東京大会',category:'女子ビキニ フィットネス',athleteNumber:'012',athleteName:'山田 花子',style:'縦動画',productionPossible:false,price:5000,status:'未対応',videoDownloadUrl:null,orderDate:'2026-11-20T09:00:00.000Z',customerEmail:'hanako@example.jp',customerName:'山田 花子',payment:'paid',...o});
const api={
 'GET /api/contests':contests,'GET /api/contests/c1':contests[0],'GET /api/contests/c1/athletes':[{id:'a',contestId:'c1',athleteNumber:'1',name:'山田',category:'一般',videoStatus:'販売中',photoStatus:'販売中',verticalVideoPrice:5000,horizontalVideoPrice:6000,isDeleted:false,version:1}],
 'GET /api/contests/c1/categories':[],'GET /api/contests/c1/media':[],'GET /api/contests/c1/price-description':{items:[],notes:'',version:0},'GET /api/contests/c1/sale-notices':{count:128},
 'GET /api/auth/check':{authenticated:true,user:{id:'u',email:'admin@example.jp',username:'admin',name:null,isAdmin:true,emailProven:true}},
 'GET /api/shop':{isExample:false,seller:{}},
 'GET /api/users':[],
 'GET /api/admin/audit':{entries:[{id:'1',occurredAt:'2026-11-20T09:00:00.000Z',adminEmail:'admin@example.jp',action:'media.uploaded',target:{type:'media',id:'m',label:'表紙.jpg'},before:null,after:{contestId:'c1',category:'cover-image',size:1572864},ip:'198.51.100.7'},{id:'2',occurredAt:'2026-11-20T09:00:00.000Z',adminEmail:'admin@example.jp',action:'contest.updated',target:{type:'contest',id:'c1',label:'東京大会'},before:{sitePublicStatus:'private',isComingSoon:true},after:{sitePublicStatus:'public',isComingSoon:false},ip:null}],nextCursor:null},
};
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--headless','--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync']});
const which=process.argv[2]?.split(',');
const shots=[
 ['list','/admin',null],
 ['ask','/admin',async p=>{await p.getByRole('switch',{name:'ステージカップ2026 東京大会の動画を公開'}).click({force:true});await p.getByRole('dialog').waitFor();await p.waitForTimeout(400)}],
 ['orders','/admin?tab=orders',null],
 ['sales','/admin?tab=sales',null],
 ['content','/admin/contest/c1?tab=content',async p=>{await p.getByText('販売価格と異なる').waitFor()}],
 ['audit','/admin/security?tab=audit',async p=>{await p.getByText('カバー画像').waitFor({timeout:3000}).catch(()=>{})}],
];
for(const [w,h,scheme] of [[390,844,'light'],[1280,800,'light'],[1280,800,'dark'],[390,844,'dark'],[320,700,'light']]){
 const ctx=await b.newContext({viewport:{width:w,height:h},colorScheme:scheme,locale:'ja-JP'});
 for(const [name,url,act] of shots){
  if(which&&!which.includes(name))continue;
  const p=await ctx.newPage();
  await p.addInitScript(s=>{sessionStorage.setItem('admin_session',JSON.stringify({admin:{email:'admin@example.jp'},loginTime:Date.now()}));localStorage.setItem('mantine-color-scheme-value',s)},scheme);
  await p.route('**/api/**',r=>{const u=new URL(r.request().url());const k=r.request().method()+' '+u.pathname;if(k==='GET /api/orders')return r.fulfill({json:[]});const v=api[k];return v?r.fulfill({json:v}):r.fulfill({status:404,json:{code:'NotFound',message:'x '+k}})});
  p.on('pageerror',e=>console.log(name,w,'ERR',e.message));
  await p.goto(base+url);await p.waitForTimeout(900);
  try{if(act)await act(p)}catch(e){console.log(name,w,String(e).slice(0,200))}
  const o=await p.evaluate(()=>document.documentElement.scrollWidth-innerWidth);if(o>0)console.log(name,w,'overflow',o);
  await p.screenshot({path:`/tmp/shots-catalog/${name}-${w}-${scheme}.png`,fullPage:name==='content'});
  await p.close();
 }
 await ctx.close();
}
await b.close();srv.close();
