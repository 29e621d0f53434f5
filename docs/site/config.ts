import { defineConfig } from 'vitepress'
import { slugify } from './markdown.ts'
import { improveAccessibility } from './markup.ts'
import { sections } from './pages.ts'
import { accessibleSearchBox } from './search-box.ts'

/** VitePress configuration. Addresses begin with /docs/, where our own server serves the site. */
export const config = defineConfig({
  title: 'Payproof',
  titleTemplate: ':title · Payproof docs',
  description: 'An open payroll and income data service.',
  lang: 'en-GB',
  base: '/docs/',
  cleanUrls: true,
  // Follows the system's light or dark mode, like our other pages.
  appearance: 'force-auto',
  // A separate file instead of an inline script in every page.
  metaChunk: true,
  head: [['link', { rel: 'icon', href: '/docs/icon.svg', type: 'image/svg+xml' }]],
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: improveAccessibility,
  },
  transformPageData(page) {
    if (page.relativePath === 'index.md') page.frontmatter.pageClass = 'start'
  },
  vite: {
    plugins: [accessibleSearchBox],
    logLevel: 'warn',
    // As in build.ts: ignore our tsconfig.json.
    esbuild: { target: 'es2022', tsconfigRaw: '{}' },
    // No data: URLs: the Markdown version of a page needs a file to link to.
    build: { assetsInlineLimit: 0 },
  },
  themeConfig: {
    logo: '/icon.svg',
    siteTitle: 'Payproof docs',
    search: { provider: 'local' },
    nav: [
      { text: 'Quickstart', link: '/guides/quickstart' },
      { text: 'Guides', link: '/guides/accounts', activeMatch: '^/guides/(?!quickstart|concepts)' },
      // Served outside the site: without a target VitePress would route to it itself.
      { text: 'API reference', link: '/reference/', target: '_self' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: sections.map(({ title, pages }) => ({
      text: title,
      items: pages.map(({ title, address }) => ({
        text: title,
        link: `/${address === 'index' ? '' : address}`,
      })),
    })),
    outline: { level: [2, 3], label: 'On this page' },
    externalLinkIcon: true,
  },
})
