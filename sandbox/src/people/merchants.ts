import type { PenceAmount } from '../money.ts'
import type { TransactionKind } from './types.ts'

/** A category of everyday spending. All merchants are invented; `weight` is the relative frequency. */
type MerchantCategory = {
  weight: number
  kinds: TransactionKind[]
  min: PenceAmount
  max: PenceAmount
  parties: string[]
}

export const merchantCategories: MerchantCategory[] = [
  {
    weight: 34,
    kinds: ['card', 'contactless'],
    min: 450,
    max: 7_200,
    parties: [
      'Greenfinch Grocers',
      'Larder & Loaf',
      'Marrow and Pip Market',
      'Cornerpost Express',
      'Halfacre Foods',
    ],
  },
  {
    weight: 16,
    kinds: ['contactless'],
    min: 180,
    max: 1_150,
    parties: ['Blue Kite Buses', 'Tramline South', 'Fernway Rail', 'Pedalpost Cycles', 'Lilypad Parking'],
  },
  {
    weight: 6,
    kinds: ['card'],
    min: 2_200,
    max: 6_900,
    parties: ['Octavo Fuels', 'Long Furrow Services'],
  },
  {
    weight: 20,
    kinds: ['contactless', 'contactless', 'card'],
    min: 290,
    max: 3_400,
    parties: [
      'The Copper Ladle',
      'Noodle Heron',
      'Pie & Parsnip',
      'Bean Atlas Coffee',
      'The Idle Badger',
      'Saltcellar Fish Bar',
      'Crumb and Kettle',
    ],
  },
  {
    weight: 12,
    kinds: ['card'],
    min: 899,
    max: 8_500,
    parties: [
      'Thimble and Thread',
      'Paperstack Books',
      'Homespun Hardware',
      'Lumenry Electricals',
      'Oddments Online',
      'Button Moon Toys',
      'Puddle Boots',
    ],
  },
  {
    weight: 6,
    kinds: ['card', 'contactless'],
    min: 320,
    max: 2_600,
    parties: ['Willowherb Pharmacy', 'Snip and Tuck Barbers', 'Brightsmile Dental Rooms'],
  },
  {
    weight: 6,
    kinds: ['card'],
    min: 750,
    max: 4_800,
    parties: ['Moonbeam Picture House', 'Splashdown Pools', 'Wander & Roam Tickets', 'Garden Gnomery'],
  },
]

export const subscriptions: [party: string, amount: PenceAmount][] = [
  ['Flickerbox', 899],
  ['Humtune Music', 1_099],
  ['Oxbow Gym', 2_799],
  ['Daily Gazelle', 650],
  ['Snackbox Club', 1_495],
  ['Cloudshed Storage', 249],
]
