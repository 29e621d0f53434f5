/** What is said of the generator's search box to assistive technology, and what is true: a dialog with a list of links. */
const corrections: [said: string, meant: string][] = [
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
  // The words of the link say the same, and are what can be seen.
  [':aria-label="[...p.titles, p.title].join(\' > \')"', ''],
]

/** A button that holds the whole box, and links inside of options, are what no screen reader makes sense of. */
export const trueSearchBox = {
  name: 'true-search-box',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return
    return corrections.reduce((text, [said, meant]) => {
      if (!text.includes(said)) throw new Error(`The search box has changed and no longer says ${said}`)
      return text.replaceAll(said, meant)
    }, code)
  },
}
