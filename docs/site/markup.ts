import type { MarkdownRenderer } from 'vitepress'

type Rule = NonNullable<MarkdownRenderer['renderer']['rules'][string]>

/**
 * Improves VitePress's HTML for keyboard and screen-reader users, and makes links out of the site bypass its router.
 */
export function improveAccessibility(markdown: MarkdownRenderer) {
  const { rules } = markdown.renderer
  // A wide table scrolls within the page and can be scrolled with the keyboard.
  rules.table_open = () => '<div class="wide" tabindex="0" role="group" aria-label="table"><table>\n'
  rules.table_close = () => '</table></div>\n'
  markdown.core.ruler.push('empty-table-heads', ({ tokens }) => dropEmptyHeads(tokens))

  const defaultRule = rules.link_open as Rule
  rules.link_open = (tokens, at, options, env, self) => {
    const token = tokens[at]
    const target = String(token?.attrGet('href'))
    if (!target.startsWith('/')) return defaultRule(tokens, at, options, env, self)
    token?.attrSet('target', '_self')
    return self.renderToken(tokens, at, options)
  }
}

type Token = Parameters<Rule>[0][number]

/** Removes empty table heads, which Markdown requires but screen readers would announce as empty header cells. */
function dropEmptyHeads(tokens: Token[]) {
  for (let start = 0; start < tokens.length; start++) {
    if (tokens[start]?.type !== 'thead_open') continue
    const end = tokens.findIndex(({ type }, at) => at > start && type === 'thead_close')
    const cells = tokens.slice(start, end).filter(({ type }) => type === 'inline')
    if (cells.every(({ content }) => content === '')) tokens.splice(start, end - start + 1)
    for (let at = start; at < end; at++) {
      const [open, inline, close] = tokens.slice(at, at + 3)
      if (open?.type !== 'th_open' || !close || inline?.content !== '') continue
      open.tag = 'td'
      close.tag = 'td'
    }
  }
}
