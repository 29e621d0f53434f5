import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mountJourney, openJourney } from './index.ts'
import { InlineJourney, useJourney } from './react.ts'

// These tests run in Node, as server-side rendering does: there is no document.

const link = 'https://service.example/r/code'

test('a server renders the container of the journey and nothing else', () => {
  const page = renderToString(createElement(InlineJourney, { link, className: 'journey', id: 'income' }))
  expect(page).toBe('<div class="journey" id="income"></div>')
})

function ShareButton() {
  const { isOpen } = useJourney()
  return createElement('button', { type: 'button', disabled: isOpen }, 'Share my income')
}

test('a server renders a button that opens the journey', () => {
  expect(renderToString(createElement(ShareButton))).toBe('<button type="button">Share my income</button>')
})

test('opening a journey on a server names the mistake', () => {
  expect(() => openJourney({ link })).toThrow('the journey opens in a browser')
  expect(() => mountJourney({} as HTMLElement, { link })).toThrow('the journey opens in a browser')
})
