import { expect, test } from 'vitest'
import { html, page } from './pages.ts'

test('escapes interpolated values unless they were created by html', () => {
  const name = `<b onclick="x('y')">Bo & Co</b>`
  const part = html`<p title="${name}">${name}${false}${undefined}${0}</p>`
  const safe = '&lt;b onclick=&quot;x(&#39;y&#39;)&quot;&gt;Bo &amp; Co&lt;/b&gt;'
  expect(part.markup).toBe(`<p title="${safe}">${safe}0</p>`)
  expect(html`<ul>${[1, 2].map((n) => html`<li>${n}</li>`)}</ul>`.markup).toBe(
    '<ul><li>1</li><li>2</li></ul>',
  )
  expect(html`a\nb`.markup).toBe('a\nb')
})

test('a page has its title and colour', () => {
  const text = page({ title: 'Pay & more', colour: '#123456', body: html`<main>Hello</main>` })
  expect(text).toContain('<title>Pay &amp; more</title>')
  expect(text).toContain('--brand: #123456')
  expect(text).toContain('<main>Hello</main>')
})
