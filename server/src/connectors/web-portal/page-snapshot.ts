import type { Page } from 'playwright-core'

/** What a person sees on a page, without a word of how it is built: labels and values, tables, links, forms. */
export type Sight = {
  url: string
  title: string
  /** An error that the page marks as one; attemptsLeft as it says it. */
  refusal: { code: string; attemptsLeft: number | null } | null
  facts: { heading: string; label: string; value: string }[]
  tables: Table[]
  texts: string[]
  /** `Page 1 of 3`. */
  pageNumber: { current: number; of: number } | null
  links: Link[]
  forms: Form[]
}
export type Table = { heading: string; header: string[]; rows: { cells: string[]; links: Link[] }[] }
export type Link = { text: string; href: string; rel: string }
export type Form = {
  fields: Field[]
  /** The mark of the button that sends it. */
  button: string | null
  buttonText: string
  /** What is written in it, and what it says of itself to programs. */
  text: string
  said: Record<string, string>
}
/** `mark` finds the field again, whatever else happens to the page meanwhile. */
export type Field = {
  mark: string
  name: string
  label: string
  type: string
  autocomplete: string
  most: number
}

const markName = 'data-seen-as'

export const look = (page: Page): Promise<Sight> => page.evaluate(lookAround, markName)

export const marked = (page: Page, mark: string) => page.locator(`[${markName}="${mark}"]`)

/** The parts of the document that are used; the compiler knows no browser. */
type Node = {
  tagName: string
  textContent: string | null
  children: Iterable<Node>
  dataset: Record<string, string | undefined>
  labels?: Iterable<Node> | null
  href?: string
  type?: string
  maxLength?: number
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  querySelector(selector: string): Node | null
  querySelectorAll(selector: string): Iterable<Node>
  closest(selector: string): Node | null
}

/** Runs in the page, so it stands alone. */
function lookAround(markName: string): Sight {
  const { document, location } = globalThis as unknown as { document: Node; location: { href: string } }
  const textOf = (node: Node | null | undefined) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const linksIn = (node: Node): Link[] =>
    [...node.querySelectorAll('a[href]')].map((link) => ({
      text: textOf(link),
      href: link.href ?? '',
      rel: link.getAttribute('rel') ?? '',
    }))
  let marks = 0
  const mark = (node: Node) => {
    const name = String(++marks)
    node.setAttribute(markName, name)
    return name
  }

  const facts: Sight['facts'] = []
  const tables: Table[] = []
  let heading = ''
  for (const part of document.querySelectorAll('h1, h2, h3, h4, dt, dd, table')) {
    const tag = part.tagName.toLowerCase()
    if (tag === 'dt') facts.push({ heading, label: textOf(part), value: '' })
    else if (tag === 'dd') {
      const fact = facts.at(-1)
      if (fact && fact.value === '') fact.value = textOf(part)
    } else if (tag === 'table') {
      const rows = [...part.querySelectorAll('tr')].filter((row) => row.closest('table') === part)
      const isHeader = (row: Node) => [...row.children].every((cell) => cell.tagName.toLowerCase() === 'th')
      tables.push({
        heading,
        header: rows.filter(isHeader).flatMap((row) => [...row.children].map(textOf)),
        rows: rows
          .filter((row) => !isHeader(row))
          .map((row) => ({ cells: [...row.children].map(textOf), links: linksIn(row) })),
      })
    } else heading = textOf(part)
  }

  const forms = [...document.querySelectorAll('form')].map((form): Form => {
    const inputs = [...form.querySelectorAll('input, select')]
    const isButton = ({ type }: Node) => ['submit', 'button', 'reset', 'image'].includes(type ?? '')
    const button = form.querySelector('button:not([type]), button[type=submit], input[type=submit]')
    const said: Record<string, string> = {}
    for (const node of [form, ...form.querySelectorAll('*')])
      for (const [name, value] of Object.entries({ ...node.dataset })) said[name] ??= value ?? ''
    return {
      fields: inputs
        .filter((input) => input.type !== 'hidden' && !isButton(input))
        .map((input) => ({
          mark: mark(input),
          name: input.getAttribute('name') ?? '',
          label:
            [...(input.labels ?? [])].map(textOf).join(' ') ||
            (input.getAttribute('aria-label') ?? input.getAttribute('placeholder') ?? ''),
          type: input.type ?? '',
          autocomplete: input.getAttribute('autocomplete') ?? '',
          most: input.maxLength ?? -1,
        })),
      button: button && mark(button),
      buttonText: textOf(button) || (button?.getAttribute('value') ?? ''),
      text: [...form.querySelectorAll('legend, p')].map(textOf).join(' '),
      said,
    }
  })

  const error = document.querySelector('[data-error-code]')
  const [, left] = /attempts? left:?\s*(\d+)/i.exec(textOf(error)) ?? []
  const [, current, of] = /page (\d+) of (\d+)/i.exec(textOf(document.querySelector('body'))) ?? []
  return {
    url: location.href,
    title: textOf(document.querySelector('h1')),
    refusal: error && {
      code: error.getAttribute('data-error-code') ?? '',
      attemptsLeft: left === undefined ? null : Number(left),
    },
    facts,
    tables,
    texts: [...document.querySelectorAll('p')].map(textOf),
    pageNumber: current === undefined ? null : { current: Number(current), of: Number(of) },
    links: linksIn(document),
    forms,
  }
}
