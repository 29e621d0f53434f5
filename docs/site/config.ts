import { defineConfig } from 'vitepress'
import { slugify } from './markdown.ts'
import { readEasily } from './markup.ts'
import { sections } from './pages.ts'
import { trueSearchBox } from './search-box.ts'

/** The site as the generator wants it told. Addresses begin with /docs/, where our own server shows it. */
export const config = defineConfig({
  title: 'Payproof',
  titleTemplate: ':title · Payproof docs',
  description: 'An open payroll and income data service.',
  lang: 'en-GB',
  base: '/docs/',
  cleanUrls: true,
  // As the reader's machine has it, like the tokens of the other pages.
  appearance: 'force-auto',
  // In a file of its own instead of a script in every page.
  metaChunk: true,
  head: [['link', { rel: 'icon', href: '/docs/icon.svg', type: 'image/svg+xml' }]],
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: readEasily,
  },
  transformPageData(page) {
    if (page.relativePath === 'index.md') page.frontmatter.pageClass = 'start'
  },
  vite: {
    plugins: [trueSearchBox],
    logLevel: 'warn',
    // As in build.ts: not our tsconfig.json.
    esbuild: { target: 'es2022', tsconfigRaw: '{}' },
    // An inlined file would be a data: address, and has none in the Markdown beside the page.
    build: { assetsInlineLimit: 0 },
  },
  themeConfig: {
    logo: '/icon.svg',
    siteTitle: 'Payproof docs',
    search: { provider: 'local' },
    nav: [
      { text: 'Quickstart', link: '/guides/quickstart' },
      { text: 'Guides', link: '/guides/accounts', activeMatch: '^/guides/(?!quickstart|concepts)' },
      // Another page of the server: without a target it would be looked for in the site.
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
