/**
 * A script in the head of every page. It sets the visitor's colour scheme before the prerendered page is painted; the web app's theme continues with
 * it. The gateway's content security policy allows this text and no other inline script.
 */
export const COLOR_SCHEME_SCRIPT =
  "document.documentElement.dataset.mantineColorScheme=matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light'";
