/** Corrections to the ARIA attributes of VitePress's search box, which is really a dialog with a list of links. */
const corrections: [original: string, corrected: string][] = [
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
  // The visible link text already says this.
  [':aria-label="[...p.titles, p.title].join(\' > \')"', ''],
]

/** Screen readers cannot interpret the original: a button around the whole box, and links inside options. */
export const accessibleSearchBox = {
  name: 'accessible-search-box',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return
    return corrections.reduce((text, [original, corrected]) => {
      if (!text.includes(original)) throw new Error(`VitePress's search box no longer contains ${original}`)
      return text.replaceAll(original, corrected)
    }, code)
  },
}
