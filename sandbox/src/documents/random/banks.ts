import type { SeededRandom } from '../../random.ts'

const firsts = (
  'Alder Amber Ash Badger Beacon Birch Bittern Bluestone Bramley Calder Carrick Cinder Cobalt Corbel Curlew Drover ' +
  'Dunlin Eider Fallow Farthing Fenland Gable Gannet Garnet Granary Hartwell Hazel Heron Juniper Kestrel Kittiwake ' +
  'Larch Linden Magpie Mallard Marram Merlin Millrace Oxlip Petrel Plover Quarry Redshank Sedge Skylark Sorrel ' +
  'Spindle Tarn Teal Thorn Tollgate Turnstone Vetch Wagtail Weir Whinchat Yarrow'
).split(' ')
const kinds = [
  '{} Bank',
  '{} Bank',
  '{} Building Society',
  'Bank of {}',
  '{} Money',
  'The {} Banking Company',
  '{}',
  '{} & Moor Bank',
  '{} Trust Bank',
  '{} Savings and Loan',
  '{} Mutual',
  'First {} Bank',
]

export type Bank = { name: string; legal: string; sortCode: string; code: string }

/** Returns an invented bank: sort codes starting with 00 and bank codes ending in Q are not issued. */
export function inventBank(random: SeededRandom): Bank {
  const first = random.pick(firsts)
  const name = random.pick(kinds).replace('{}', first)
  const isSociety = /Society|Mutual|Company/.test(name)
  const pair = () => String(random.integer(11, 98))
  return {
    name,
    legal: isSociety ? name : `${name}${/Bank|Loan/.test(name) ? '' : ' Bank'} plc`,
    sortCode: `00-${pair()}-${pair()}`,
    code: `${first.slice(0, 3).toUpperCase()}Q`,
  }
}
