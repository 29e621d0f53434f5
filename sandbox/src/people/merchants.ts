import type { Pence } from '../money.ts'
import type { TransactionKind } from './types.ts'

/** Where money goes from day to day. All invented; `often` is how often, set against the others. */
type Trade = { often: number; kinds: TransactionKind[]; least: Pence; most: Pence; parties: string[] }

export const trades: Trade[] = [
  {
    often: 34,
    kinds: ['card', 'contactless'],
    least: 450,
    most: 7_200,
    parties: [
      'Greenfinch Grocers',
      'Larder & Loaf',
      'Marrow and Pip Market',
      'Cornerpost Express',
      'Halfacre Foods',
    ],
  },
  {
    often: 16,
    kinds: ['contactless'],
    least: 180,
    most: 1_150,
    parties: ['Blue Kite Buses', 'Tramline South', 'Fernway Rail', 'Pedalpost Cycles', 'Lilypad Parking'],
  },
  {
    often: 6,
    kinds: ['card'],
    least: 2_200,
    most: 6_900,
    parties: ['Octavo Fuels', 'Long Furrow Services'],
  },
  {
    often: 20,
    kinds: ['contactless', 'contactless', 'card'],
    least: 290,
    most: 3_400,
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
    often: 12,
    kinds: ['card'],
    least: 899,
    most: 8_500,
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
    often: 6,
    kinds: ['card', 'contactless'],
    least: 320,
    most: 2_600,
    parties: ['Willowherb Pharmacy', 'Snip and Tuck Barbers', 'Brightsmile Dental Rooms'],
  },
  {
    often: 6,
    kinds: ['card'],
    least: 750,
    most: 4_800,
    parties: ['Moonbeam Picture House', 'Splashdown Pools', 'Wander & Roam Tickets', 'Garden Gnomery'],
  },
]

export const subscriptions: [party: string, amount: Pence][] = [
  ['Flickerbox', 899],
  ['Humtune Music', 1_099],
  ['Oxbow Gym', 2_799],
  ['Daily Gazelle', 650],
  ['Snackbox Club', 1_495],
  ['Cloudshed Storage', 249],
]
