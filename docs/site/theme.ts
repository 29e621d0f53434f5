import type { Theme } from 'vitepress'
import usual from 'vitepress/theme-without-fonts'
import '../../web/ui/tokens.css'
import './site.css'

export const theme: Theme = {
  extends: usual,
  enhanceApp() {
    // The reference stood at /docs/ once, and what somebody kept of it is in the part that no server sees.
    if (import.meta.env.SSR || location.pathname !== '/docs/') return
    if (/^#(tag|model|description|webhook)\//.test(location.hash)) {
      location.replace(`/docs/reference/${location.hash}`)
    }
  },
}
