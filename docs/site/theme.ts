import type { Theme } from 'vitepress'
import defaultTheme from 'vitepress/theme-without-fonts'
import '../../web/ui/tokens.css'
import './site.css'

export const theme: Theme = {
  extends: defaultTheme,
  enhanceApp() {
    // The reference used to be at /docs/. Links to it differ from links to this page only in the fragment, which the
    // server does not receive, so the browser redirects them.
    if (import.meta.env.SSR || location.pathname !== '/docs/') return
    if (/^#(tag|model|description|webhook)\//.test(location.hash)) {
      location.replace(`/docs/reference/${location.hash}`)
    }
  },
}
