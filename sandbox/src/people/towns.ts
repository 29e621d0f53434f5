import type { SeededRandom } from '../random.ts'
import type { PostalAddress } from './types.ts'

/**
 * Real towns with a real outward postcode. Streets, house numbers and the last three postcode characters are
 * invented.
 */
export const towns = {
  bath: ['Bath', 'Somerset', 'BA2', 'England'],
  birmingham: ['Birmingham', 'West Midlands', 'B29', 'England'],
  brighton: ['Brighton', 'East Sussex', 'BN2', 'England'],
  bristol: ['Bristol', 'Bristol', 'BS6', 'England'],
  cambridge: ['Cambridge', 'Cambridgeshire', 'CB4', 'England'],
  exeter: ['Exeter', 'Devon', 'EX2', 'England'],
  hull: ['Hull', 'East Yorkshire', 'HU5', 'England'],
  leeds: ['Leeds', 'West Yorkshire', 'LS8', 'England'],
  leicester: ['Leicester', 'Leicestershire', 'LE2', 'England'],
  lewisham: ['London', 'Greater London', 'SE23', 'England'],
  liverpool: ['Liverpool', 'Merseyside', 'L17', 'England'],
  manchester: ['Manchester', 'Greater Manchester', 'M21', 'England'],
  newcastle: ['Newcastle upon Tyne', 'Tyne and Wear', 'NE6', 'England'],
  norwich: ['Norwich', 'Norfolk', 'NR3', 'England'],
  nottingham: ['Nottingham', 'Nottinghamshire', 'NG7', 'England'],
  plymouth: ['Plymouth', 'Devon', 'PL4', 'England'],
  sheffield: ['Sheffield', 'South Yorkshire', 'S11', 'England'],
  southampton: ['Southampton', 'Hampshire', 'SO15', 'England'],
  walthamstow: ['London', 'Greater London', 'E17', 'England'],
  york: ['York', 'North Yorkshire', 'YO31', 'England'],
  aberdeen: ['Aberdeen', 'Aberdeenshire', 'AB25', 'Scotland'],
  dundee: ['Dundee', 'Angus', 'DD2', 'Scotland'],
  edinburgh: ['Edinburgh', 'Midlothian', 'EH6', 'Scotland'],
  glasgow: ['Glasgow', 'Lanarkshire', 'G41', 'Scotland'],
  bangor: ['Bangor', 'Gwynedd', 'LL57', 'Wales'],
  cardiff: ['Cardiff', 'South Glamorgan', 'CF5', 'Wales'],
  swansea: ['Swansea', 'West Glamorgan', 'SA2', 'Wales'],
  belfast: ['Belfast', 'County Antrim', 'BT7', 'Northern Ireland'],
  derry: ['Londonderry', 'County Londonderry', 'BT48', 'Northern Ireland'],
  jersey: ['St Helier', 'Jersey', 'JE2', 'Channel Islands'],
  guernsey: ['St Peter Port', 'Guernsey', 'GY1', 'Channel Islands'],
} as const satisfies Record<string, [city: string, county: string, outcode: string, country: string]>

export type Town = keyof typeof towns
export const townNames = Object.keys(towns) as Town[]

const streetNames = (
  'Acornhusk Bellwether Blackthimble Bumblebee Candlemaker Cartographers Cloudberry Coppernib Dandelion Dovetail ' +
  'Featherbed Fiddlehead Gingernut Goosefeather Halfpenny Hazelnut Hopscotch Inkpot Kingcup Ladybird Lamplighter ' +
  'Marmalade Moonpenny Mulberrybush Nightingale Owlfeather Paperkite Peppercorn Quicksilver Rainbarrel Snapdragon ' +
  'Spindleberry Teasel Thimblerigg Toadflax Tumbledown Wagtail Weathervane Windfall'
).split(' ')
const streetKinds = ['Road', 'Street', 'Lane', 'Avenue', 'Close', 'Gardens', 'Terrace', 'Way', 'Row', 'Rise']
/**
 * The last letters of generated postcodes. The postcodes have a valid format, but sectors 0 and 9 with these letters
 * are hardly ever in use.
 */
const unitLetters = 'QXYZ'

export function inventAddress(
  random: SeededRandom,
  town: Town,
  { isHome }: { isHome: boolean },
): PostalAddress {
  const [city, county, outcode, country] = towns[town]
  const flat = isHome && random.chance(0.2) ? `Flat ${random.integer(1, 24)}, ` : ''
  const street = `${flat}${random.integer(1, 180)} ${random.pick(streetNames)} ${random.pick(streetKinds)}`
  const unit = random.pick(['0', '9']) + random.pick([...unitLetters]) + random.pick([...unitLetters])
  return { street, city, county, postCode: `${outcode} ${unit}`, country }
}

/** Returns the tax code prefix of Scottish (S) and Welsh (C) taxpayers. */
export const taxCodePrefix = (town: Town): '' | 'S' | 'C' =>
  towns[town][3] === 'Scotland' ? 'S' : towns[town][3] === 'Wales' ? 'C' : ''
