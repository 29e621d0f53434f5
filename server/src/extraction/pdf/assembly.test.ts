import { expect, test } from 'vitest'
import { readAssembly } from './assembly.ts'
import type { Dictionary } from './objects.ts'

/** Returns the annotations that `readAssembly` reports for a page with the given annotations. */
function notesOn(...notes: Dictionary[]) {
  const page = { '/Type': '/Page', '/MediaBox': [0, 0, 595, 842], '/Annots': notes }
  const all = new Map<string, unknown>([
    ['1 0 R', { '/Type': '/Catalog', '/Pages': '2 0 R' }],
    ['2 0 R', { '/Type': '/Pages', '/Kids': ['3 0 R'] }],
    ['3 0 R', page],
    ['4 0 R', { '/V': 'u:1,234.56' }],
  ])
  const objects = { all, streams: [], trailer: { '/Root': '1 0 R' } }
  return readAssembly(objects, new Uint8Array()).notes.map(({ kind, box }) => [kind, box?.[1]])
}

const at = { '/Rect': [100, 700, 150, 712] }

test('reports notes, painted links and form fields with an amount, but no other links and fields', () => {
  expect(notesOn({ '/Subtype': '/Stamp', ...at })).toEqual([['Stamp', 130]])
  expect(notesOn({ '/Subtype': '/Link', '/AP': {}, ...at })).toEqual([['Link', 130]])
  expect(notesOn({ '/Subtype': '/Widget', '/V': 'u:46.78', ...at })).toEqual([['Widget', 130]])
  expect(notesOn({ '/Subtype': '/Widget', '/Parent': '4 0 R', ...at })).toEqual([['Widget', 130]])
  expect(notesOn({ '/Subtype': '/Link', ...at })).toEqual([])
  expect(notesOn({ '/Subtype': '/Widget', '/V': 'u:for my lender', ...at })).toEqual([])
})
