import type { Page } from 'playwright-core'

/** The visible content of a page, independent of its markup: labels and values, tables, links and forms. */
export type PageSnapshot = {
  url: string
  title: string
  /** An error message on the page, and the number of attempts left if the page shows it. */
  refusal: { code: string; attemptsLeft: number | null } | null
  facts: { heading: string; label: string; value: string }[]
  tables: SnapshotTable[]
  texts: string[]
  /** From a text such as `Page 1 of 3`. */
  pageNumber: { current: number; of: number } | null
  links: SnapshotLink[]
  forms: SnapshotForm[]
}
export type SnapshotTable = {
  heading: string
  header: string[]
  rows: { cells: string[]; links: SnapshotLink[] }[]
}
export type SnapshotLink = { text: string; href: string; rel: string }
export type SnapshotForm = {
  fields: FormField[]
  /** Marker of the submit button. */
  button: string | null
  buttonText: string
  /** Text of the form's legend and paragraphs. */
  text: string
  dataAttributes: Record<string, string>
}
/** `mark` identifies the field even if the page changes in the meantime. */
export type FormField = {
  mark: string
  name: string
  label: string
  type: string
  autocomplete: string
  maxLength: number
}

const markName = 'data-seen-as'

export const takeSnapshot = (page: Page): Promise<PageSnapshot> => page.evaluate(readPage, markName)

export const locateMarked = (page: Page, mark: string) => page.locator(`[${markName}="${mark}"]`)

/** The DOM types that are used here, because this package is compiled without DOM types. */
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

/** Reads the content of a page. The function is serialised and runs in the page, so it cannot use outer variables. */
function readPage(markName: string): PageSnapshot {
  const { document, location } = globalThis as unknown as { document: Node; location: { href: string } }
  const textOf = (node: Node | null | undefined) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const linksIn = (node: Node): SnapshotLink[] =>
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

  const facts: PageSnapshot['facts'] = []
  const tables: SnapshotTable[] = []
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

  const forms = [...document.querySelectorAll('form')].map((form): SnapshotForm => {
    const inputs = [...form.querySelectorAll('input, select')]
    const isButton = ({ type }: Node) => ['submit', 'button', 'reset', 'image'].includes(type ?? '')
    const button = form.querySelector('button:not([type]), button[type=submit], input[type=submit]')
    const dataAttributes: Record<string, string> = {}
    for (const node of [form, ...form.querySelectorAll('*')])
      for (const [name, value] of Object.entries({ ...node.dataset })) dataAttributes[name] ??= value ?? ''
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
          maxLength: input.maxLength ?? -1,
        })),
      button: button && mark(button),
      buttonText: textOf(button) || (button?.getAttribute('value') ?? ''),
      text: [...form.querySelectorAll('legend, p')].map(textOf).join(' '),
      dataAttributes,
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
