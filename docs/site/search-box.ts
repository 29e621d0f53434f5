import { fileURLToPath } from 'node:url'

const searchModule = fileURLToPath(new URL('search.ts', import.meta.url))

/**
 * Replaces VitePress's search with our own ranking and synonyms. Its options cannot be used for this: VitePress would
 * serialise functions to text and evaluate them, which our CSP forbids.
 */
const ownSearch: [original: string, corrected: string][] = [
  [
    "import MiniSearch, { type SearchResult } from 'minisearch'",
    `import MiniSearch, { type SearchResult } from 'minisearch'\nimport { search } from '${searchModule}'`,
  ],
  ['index\n      .search(filterTextValue)', 'search(index, filterTextValue)'],
]

/** Corrections to the ARIA attributes of VitePress's search box, which is really a dialog with a list of links. */
const corrections: [original: string, corrected: string][] = [
  ...ownSearch,
  ['role="button"\n', 'role="dialog"\n      aria-modal="true"\n'],
  [':aria-owns="results?.length ? \'localsearch-list\' : undefined"', ''],
  ['aria-expanded="true"', ''],
  ['aria-haspopup="listbox"', ''],
  [':aria-activedescendant="selectedIndex > -1 ? (\'localsearch-item-\' + selectedIndex) : undefined"', ''],
  ['aria-autocomplete="both"', ''],
  [':role="results?.length ? \'listbox\' : undefined"', ''],
  [":aria-selected=\"selectedIndex === index ? 'true' : 'false'\"", ''],
  ['role="option"', ''],
  ['<kbd :aria-label', '<kbd role="img" :aria-label'],
  // The label is removed, because the visible link text already contains it.
  [':aria-label="[...p.titles, p.title].join(\' > \')"', ''],
]

/**
 * Plugin that corrects the search box. Screen readers cannot interpret the original: a button around the whole box,
 * and links inside options.
 */
export const searchBox = {
  name: 'search-box',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return
    return corrections.reduce((text, [original, corrected]) => {
      if (!text.includes(original)) throw new Error(`VitePress's search box no longer contains ${original}`)
      return text.replaceAll(original, corrected)
    }, code)
  },
}
