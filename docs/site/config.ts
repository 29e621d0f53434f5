import { defineConfig } from 'vitepress'
import { slugify } from './markdown.ts'
import { improveAccessibility } from './markup.ts'
import { pages, sections } from './pages.ts'
import { searchBox } from './search-box.ts'

/** VitePress configuration. URLs begin with /docs/, where our own server serves the site. */
export const config = defineConfig({
  title: 'Payproof',
  titleTemplate: ':title · Payproof docs',
  description: 'An open payroll and income data service.',
  lang: 'en-GB',
  base: '/docs/',
  cleanUrls: true,
  // The site follows the system's light or dark mode, like our other pages.
  appearance: 'force-auto',
  // The metadata is a separate file instead of an inline script in every page.
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
    plugins: [searchBox],
    logLevel: 'warn',
    // Our tsconfig.json is ignored, as in build.ts.
    esbuild: { target: 'es2022', tsconfigRaw: '{}' },
    // Assets are not inlined as data: URLs, because the Markdown version of a page needs a file to link to.
    build: { assetsInlineLimit: 0 },
  },
  themeConfig: {
    logo: '/icon.svg',
    siteTitle: 'Payproof docs',
    // VitePress does not send options that begin with an underscore to the browser.
    search: { provider: 'local', options: { _render: renderForSearch } },
    nav: [
      { text: 'Quickstart', link: '/guides/quickstart' },
      { text: 'Guides', link: '/guides/accounts', activeMatch: '^/guides/(?!quickstart|concepts)' },
      // The reference is outside the site; without a target, VitePress would try to route to it.
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

type Renderer = { render(markdown: string, env: object): string }

/**
 * Renders a page for the search index, with its sidebar title and description, because its heading may use other
 * words.
 */
function renderForSearch(markdown: string, env: { relativePath: string }, renderer: Renderer) {
  const page = pages.find(({ address }) => env.relativePath === `${address}.md`)
  const html = renderer.render(markdown, env)
  return page ? html.replace('</h1>', `</h1>\n<p>${page.title}. ${page.about}</p>`) : html
}
