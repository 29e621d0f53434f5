import type { SeededRandom } from '../random.ts'
import type { SimulatedPerson } from './types.ts'

const forenames = {
  female: (
    'Ada Agnes Amira Anouk Beatrix Bronwen Cecily Chidi Clara Dilys Edith Elowen Esme Farah Flora Freya Greta Hana ' +
    'Hazel Imogen Ines Iris Juno Kalpana Keziah Leonie Liesel Mabel Maeve Marisol Matilda Nadia Niamh Olive Orla Padma ' +
    'Pearl Petra Poppy Rhiannon Rosa Ruby Saoirse Sunniva Tabitha Thea Tilda Uma Vera Violet Wren Yara Zadie Zora'
  ).split(' '),
  male: (
    'Abel Alasdair Alfie Amos Anton Barnabas Basil Bertram Callum Cosmo Cuthbert Darius Dylan Edmund Emeka Evander ' +
    'Felix Finlay Gareth Gideon Hamish Haroon Hector Hugo Idris Isaac Jago Jasper Kofi Lachlan Laurie Leopold Linus ' +
    'Magnus Mateo Milo Montague Nikhil Ned Oisin Oscar Otis Ptolemy Quincy Rafferty Rohan Rufus Seth Stellan Tariq ' +
    'Theo Uriah Victor Wilfred Zachary'
  ).split(' '),
}

/** Surnames are combined from two halves, so that there are many of them and all are obviously invented. */
const firstHalves = (
  'Apple Bracken Bramble Candle Clover Cobble Copper Cuckoo Dapple Elder Ember Feather Fern Fiddle Fox Gander Ginger ' +
  'Heather Honey Kettle Lantern Lark Linnet Marrow Meadow Mossy Nettle Nutmeg Oaken Otter Partridge Pebble Penny ' +
  'Pepper Plover Primrose Quill Raspberry Rook Saffron Silver Snow Sparrow Starling Tansy Thimble Thistle Tumble Willow Wren'
).split(' ')
const secondHalves = (
  'acre bank barrow beck bourne brook button combe cote croft dale down fell field ford gate grove hatch hurst knoll ' +
  'latch leigh marsh mere mill moor nook pool ridge shaw stile thwaite ton wade well wick wold worth'
).split(' ')

const titles = { female: ['Ms', 'Mrs', 'Miss', 'Ms', 'Mx', 'Dr'], male: ['Mr', 'Mr', 'Mr', 'Mr', 'Mx', 'Dr'] }

export function inventName(
  random: SeededRandom,
  gender: SimulatedPerson['gender'],
): Pick<SimulatedPerson, 'title' | 'forename' | 'surname'> {
  return {
    title: random.pick(titles[gender]),
    forename: random.pick(forenames[gender]),
    surname: random.pick(firstHalves) + random.pick(secondHalves),
  }
}

/** Words long enough for questions such as "the 3rd, 5th and 8th character". */
export const memorableWords = (
  'astrolabe blackbird bluebells brambles buttercup cartwheel catapults chestnuts clockwork compasses corduroy ' +
  'dandelion dragonfly driftwood elderberry fireflies footprint gingerbread hedgehogs hollyhock honeycomb kaleidoscope ' +
  'lighthouse marmalade marigolds moonlight mulberry nightjars overcoats paintbrush paperclip parachute peppermint ' +
  'periwinkle pineapple porcupine quicksilver raincoats rosemary sandcastle snowflake starlight sunflower tambourine ' +
  'telescope toadstool umbrellas waterwheel wheelbarrow windmills woodpecker'
).split(' ')
