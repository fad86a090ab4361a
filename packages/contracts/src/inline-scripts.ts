/*
 * The scripts in the head of every page. They run before the page is painted and before the web app is loaded. The gateway's content security
 * policy allows these texts and no other inline script.
 */

/** Sets the visitor's colour scheme before the prerendered page is painted; the web app's theme continues with it. */
export const COLOR_SCHEME_SCRIPT =
  "document.documentElement.dataset.mantineColorScheme=matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light'";

/** Reports the first errors of a page. Inline, so that it costs no request and also reports why the web app does not start. */
export const BROWSER_ERROR_SCRIPT =
  "{let left=5;const cut=(text,length)=>String(text??'').slice(0,length);" +
  'const report=({error,reason,message})=>{if(left-->0){const cause=error??reason??{message};' +
  "fetch('/api/browser-errors',{method:'POST',keepalive:true,headers:{'content-type':'application/json'},body:JSON.stringify({" +
  'name:cut(cause.name,50),message:cut(cause.message,300),stack:cut(cause.stack,2000),path:cut(location.pathname,300)})}).catch(()=>{})}};' +
  "addEventListener('error',report);addEventListener('unhandledrejection',report)}";

export const INLINE_SCRIPTS = [COLOR_SCHEME_SCRIPT, BROWSER_ERROR_SCRIPT] as const;
