import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandFor, contrastOf, surfaces } from './brand.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('whatever colour a client has, it can be read in both schemes', () => {
  fc.assert(
    fc.property(colour, fc.constantFrom('light' as const, 'dark' as const), (wanted, scheme) => {
      const { fill, onFill, ink } = brandFor(wanted, scheme)
      expect(contrastOf(fill, onFill)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(ink, surfaces[scheme])).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(fill, surfaces[scheme])).toBeGreaterThanOrEqual(3)
    }),
    { numRuns: 500 },
  )
})

test('a colour that can be read stays as it is', () => {
  expect(brandFor('#0b5c4a', 'light')).toEqual({ fill: '#0b5c4a', onFill: '#ffffff', ink: '#0b5c4a' })
})

test('white and black are no trouble, and nothing at all is our own', () => {
  expect(brandFor('#ffffff', 'light').onFill).toBe('#000000')
  expect(brandFor('#000000', 'dark').fill).not.toBe('#000000')
  expect(brandFor(null, 'light')).toEqual(brandFor('#1f4fd8', 'light'))
  expect(brandFor('red', 'light')).toEqual(brandFor(null, 'light'))
})

test('contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
