import type { BrowserContext, Page } from 'playwright-core'
import { en } from '../journey/texts/en.ts'
import { ask } from './browser.ts'

// A pseudo-locale: every text of the catalogue in brackets, with accents and 40 % longer. A text without brackets is
// hard-coded in a component, and a text that does not fit is clipped in some language.

const accents: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', w: 'ŵ', y: 'ŷ' }
const extraLength = 0.4

export function pseudoText(text: string) {
  const parts = text.split(/(\{\w+\})/)
  const accented = parts.map((part) =>
    part.startsWith('{') ? part : part.replace(/[aeiouwy]/g, (letter) => accents[letter] ?? letter),
  )
  const padding = ' ñ'.repeat(Math.ceil((text.length * extraLength) / 2))
  return `⟦${accented.join('')}${padding}⟧`
}

export const pseudoLocale = <Tree extends object>(tree: Tree): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : pseudoLocale(value as object),
    ]),
  ) as Tree

export const pseudoTexts = pseudoLocale(en)

/** Serves the pseudo-locale in place of the Welsh texts. */
export const servePseudoLocale = (context: BrowserContext) =>
  context.route('**/journey-assets/cy-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript; charset=utf-8',
      body: `export const cy = ${JSON.stringify(pseudoTexts)}`,
    }),
  )

/** Elements whose text is data: names, values, months, the agreement and the client's own words. */
const dataElements =
  'dd, .card h2, .card h3, .tile-title, .agreement-text, .domain, .who-name, .file-name, .reference, .mine-reference strong, .months span, [lang="en"]'
/** Names of the client, of a provider and of authorities, and labels of login fields, which come from the catalogue of providers. */
const ownName =
  /^(Payproof|HMRC|Acme Lending|Fennelgate Payroll|Unique tax reference|National Insurance number|Company name, if you run more than one payroll)$/

/** Lists visible texts that are not in brackets, and texts that their element clips. */
export async function findPseudoFaults(page: Page): Promise<string[]> {
  const { hardCoded, clipped } = await ask<{ hardCoded: string[]; clipped: string[] }>(
    page,
    `(() => {
      const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('noscript, option')
      const hardCoded = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.data.trim()
        const parent = node.parentElement
        if (/[A-Za-z]{3}/.test(text) && !/[⟦⟧]/.test(text) && isShown(parent) && !parent.closest(${JSON.stringify(dataElements)}))
          hardCoded.push(text)
      }
      const clips = (element) => getComputedStyle(element).overflowX !== 'visible' && !element.matches('input, textarea, .visually-hidden, svg')
      const clipped = [...document.querySelectorAll('main *, header *, footer *')]
        .filter((element) => isShown(element) && clips(element) && element.scrollWidth > element.clientWidth + 1 && element.textContent)
        .map((element) => element.outerHTML.slice(0, 120))
      return { hardCoded, clipped }
    })()`,
  )
  return [
    ...hardCoded.filter((text) => !ownName.test(text)).map((text) => `hard-coded: ${text}`),
    ...clipped.map((html) => `clipped: ${html}`),
  ]
}
