// Cosmetic changes that a website may make between two visits. None of them changes the content.

const tags = /<([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>/g
const attributes = /[a-z-]+(?:="[^"]*")?/g

const eachTag = (html: string, change: (tag: string, attributes: string[]) => string[]) =>
  html.replace(tags, (_all, tag: string, text: string) =>
    [`<${tag}`, ...change(tag, text.match(attributes) ?? [])].join(' ').concat('>'),
  )

const banner = `<div class="promo"><h2>Summer party</h2><p>Bring a cake. Net pay is not affected.</p>
<form method="get" action="/portal/search"><input name="q" aria-label="Search"><button>Search</button></form>
<table><tr><th>Canteen</th><th>Opens</th></tr><tr><td>Soup</td><td>£2.50</td></tr></table>
<a href="/portal/news?item=4">News</a></div>`

const newsletter = `<form method="post" action="/portal/newsletter"><label>E-mail <input type="email" name="email"></label>
<label><input type="checkbox" name="keep"> Keep me informed</label><button type="submit">Subscribe</button></form>`

export const cosmeticChanges: Record<string, (html: string) => string> = {
  'a banner above and a newsletter below': (html) =>
    html.replace(/<header/, `${banner}<header`).replace(/<\/main>/, `</main>${newsletter}`),
  'other ids': (html) => html.replace(/ (id|for)="([^"]+)"/g, ' $1="x7-$2"'),
  'other classes': (html) => html.replace(/ class="([^"]+)"/g, ' class="css-1q2w3e"'),
  'no ids and no classes at all': (html) =>
    html.replace(/ (id|class)="[^"]*"/g, '').replace(/ for="[^"]*"/g, ''),
  'attributes in another order': (html) => eachTag(html, (_tag, all) => all.toReversed()),
  'attributes for testers': (html) =>
    eachTag(html, (tag, all) => (tag === 'html' ? all : [...all, `data-test="${tag}"`])),
  'tables in boxes, cells in spans': (html) =>
    html
      .replaceAll('<table', '<div><div role="region"><table')
      .replaceAll('</table>', '</table></div></div>')
      .replace(/<td([^>]*)>/g, '<td$1><span> ')
      .replaceAll('</td>', '\n</span></td>'),
  'facts in boxes': (html) => html.replaceAll('<dt>', '<div><dt>').replaceAll('</dd>', '</dd></div>'),
  'air and comments': (html) => html.replaceAll('><', '>\n<!-- v2 -->\n<'),
}

export const applyManyChanges = (html: string) =>
  ['a banner above and a newsletter below', 'tables in boxes, cells in spans', 'facts in boxes']
    .concat(['air and comments', 'no ids and no classes at all', 'attributes in another order'])
    .reduce((page, name) => cosmeticChanges[name]?.(page) ?? page, html)
