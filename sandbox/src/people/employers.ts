import { randomFor } from '../random.ts'
import type { PayDay } from './pay-dates.ts'
import { inventAddress, type Town } from './towns.ts'
import type { Employer } from './types.ts'

/** A job with its pay range, in whole pounds a year or in pence an hour. */
export type JobRole = { role: string; department: string } & (
  | { annual: [min: number, max: number] }
  | { hourly: [min: number, max: number] }
)

export type Workplace = { employer: Employer; staffPayDay: PayDay; hourlyPayDay: PayDay; roles: JobRole[] }

const last: PayDay = { frequency: 'monthly', on: 'last' }
const on25: PayDay = { frequency: 'monthly', on: 25 }
const on28: PayDay = { frequency: 'monthly', on: 28 }
const weekly: PayDay = { frequency: 'weekly', on: 5 }
const fortnightly: PayDay = { frequency: 'fortnightly', on: 4 }
const fourWeekly: PayDay = { frequency: 'four_weekly', on: 5 }

const yearly = (role: string, department: string, min: number, max: number): JobRole => ({
  role,
  department,
  annual: [min, max],
})
const hourly = (role: string, department: string, min: number, max: number): JobRole => ({
  role,
  department,
  hourly: [min, max],
})

const manager = yearly('Operations manager', 'Operations', 38_000, 62_000)
const bookkeeper = yearly('Bookkeeper', 'Finance', 27_000, 36_000)
const administrator = yearly('Administrator', 'Office', 25_000, 31_000)
const cleaner = hourly('Cleaner', 'Premises', 1_144, 1_260)

type Row = [
  id: string,
  name: string,
  payeReference: string,
  town: Town,
  payslipLayout: string,
  staffPayDay: PayDay,
  hourlyPayDay: PayDay,
  roles: JobRole[],
]

/** Employers, all invented. Their PAYE references have a valid format but are not issued. */
const rows: Row[] = [
  [
    'brindlewick',
    'Brindlewick Ledger Services Ltd',
    '951/BL204',
    'bristol',
    'strip',
    last,
    last,
    [
      bookkeeper,
      administrator,
      yearly('Accountant', 'Practice', 34_000, 58_000),
      yearly('Partner', 'Practice', 82_000, 148_000),
    ],
  ],
  [
    'oakmantle',
    'Oakmantle Engineering Ltd',
    '952/OE7718',
    'sheffield',
    'ledger',
    on28,
    weekly,
    [
      manager,
      yearly('Design engineer', 'Drawing office', 36_000, 59_000),
      hourly('Machine operator', 'Workshop', 1_250, 1_780),
      hourly('Welder', 'Workshop', 1_390, 1_920),
    ],
  ],
  [
    'fennimoor',
    'Fennimoor Hospital Trust',
    '953/FH31',
    'leeds',
    'hospital',
    on28,
    on28,
    [
      yearly('Staff nurse', 'Ward 7', 29_970, 38_600),
      yearly('Radiographer', 'Imaging', 33_000, 46_000),
      yearly('Registrar', 'Surgery', 52_000, 74_000),
      hourly('Porter', 'Estates', 1_180, 1_320),
    ],
  ],
  [
    'pebblecroft',
    'Pebblecroft Parcels Ltd',
    '954/PP6620',
    'leicester',
    'cards',
    on25,
    weekly,
    [
      manager,
      hourly('Delivery driver', 'Depot 3', 1_230, 1_560),
      hourly('Parcel sorter', 'Depot 3', 1_160, 1_310),
    ],
  ],
  [
    'wimblehurst',
    'Wimblehurst Bakeries Ltd',
    '955/WB88',
    'nottingham',
    'regions',
    last,
    fortnightly,
    [
      hourly('Baker', 'Night bakery', 1_200, 1_520),
      hourly('Shop assistant', 'Shops', 1_144, 1_240),
      bookkeeper,
    ],
  ],
  [
    'tallowmere',
    'Tallowmere Borough Council',
    '956/TB1',
    'norwich',
    'columns',
    on25,
    fourWeekly,
    [
      yearly('Planning officer', 'Planning', 31_000, 47_000),
      yearly('Librarian', 'Libraries', 27_000, 35_000),
      hourly('School crossing patrol', 'Highways', 1_180, 1_260),
      administrator,
    ],
  ],
  [
    'foxmere',
    'Foxmere Staffing Agency Ltd',
    '957/FX900',
    'manchester',
    'agency',
    last,
    weekly,
    [
      hourly('Warehouse operative', 'Placements', 1_150, 1_390),
      hourly('Event steward', 'Placements', 1_160, 1_420),
      yearly('Recruiter', 'Office', 26_500, 39_000),
    ],
  ],
  [
    'quillmarsh',
    'Quillmarsh University',
    '958/QU55',
    'york',
    'statement',
    last,
    last,
    [
      yearly('Lecturer', 'School of Letters', 41_000, 61_000),
      yearly('Technician', 'Laboratories', 27_000, 36_000),
      yearly('Professor', 'School of Numbers', 72_000, 104_000),
    ],
  ],
  [
    'cobblewick',
    'Cobblewick Care Homes Ltd',
    '959/CC417',
    'plymouth',
    'mailer',
    last,
    fourWeekly,
    [
      hourly('Care assistant', 'Home 2', 1_170, 1_360),
      hourly('Senior carer', 'Home 2', 1_290, 1_510),
      manager,
    ],
  ],
  [
    'starling-moth',
    'Starling & Moth Design Ltd',
    '960/SM2',
    'brighton',
    'plain',
    last,
    last,
    [
      yearly('Illustrator', 'Studio', 26_000, 38_000),
      yearly('Art director', 'Studio', 44_000, 66_000),
      administrator,
    ],
  ],
  [
    'harrowfen',
    'Harrowfen Logistics Ltd',
    '961/HL3307',
    'hull',
    'bureau',
    on25,
    weekly,
    [
      hourly('HGV driver', 'Fleet', 1_480, 1_990),
      hourly('Forklift driver', 'Yard', 1_230, 1_480),
      yearly('Fleet planner', 'Office', 28_000, 39_000),
    ],
  ],
  [
    'dapplegrove',
    'Dapplegrove Schools Trust',
    '962/DS71',
    'exeter',
    'statement',
    on28,
    on28,
    [
      yearly('Teacher', 'Upper school', 31_650, 49_000),
      yearly('Teaching assistant', 'Lower school', 25_000, 28_500),
      yearly('Head of year', 'Upper school', 48_000, 59_000),
      cleaner,
    ],
  ],
  [
    'marlowick',
    'Marlowick Software Ltd',
    '963/MS640',
    'cambridge',
    'cards',
    last,
    last,
    [
      yearly('Software engineer', 'Product', 42_000, 84_000),
      yearly('Product designer', 'Product', 39_000, 68_000),
      yearly('Support analyst', 'Support', 27_000, 37_000),
    ],
  ],
  [
    'sundrop',
    'Sundrop Seaside Hotels Ltd',
    '964/SH12',
    'brighton',
    'strip',
    last,
    fortnightly,
    [
      hourly('Receptionist', 'Front desk', 1_150, 1_300),
      hourly('Chef de partie', 'Kitchen', 1_290, 1_620),
      hourly('Housekeeper', 'Rooms', 1_144, 1_230),
      manager,
    ],
  ],
  [
    'copperwhistle',
    'Copperwhistle Construction Ltd',
    '965/CW5',
    'birmingham',
    'ledger',
    on28,
    weekly,
    [
      hourly('Bricklayer', 'Site A', 1_550, 2_150),
      hourly('Site labourer', 'Site A', 1_190, 1_420),
      yearly('Quantity surveyor', 'Commercial', 38_000, 61_000),
    ],
  ],
  [
    'nettlebank',
    'Nettlebank Stores plc',
    '966/NS8001',
    'leicester',
    'regions',
    on25,
    fourWeekly,
    [
      hourly('Sales assistant', 'Store 118', 1_144, 1_250),
      hourly('Team leader', 'Store 118', 1_240, 1_400),
      yearly('Store manager', 'Store 118', 31_000, 46_000),
      yearly('Buyer', 'Head office', 36_000, 57_000),
    ],
  ],
  [
    'bluetarn',
    'Bluetarn Power Ltd',
    '967/BT44',
    'newcastle',
    'columns',
    last,
    last,
    [
      yearly('Grid engineer', 'Network', 41_000, 67_000),
      yearly('Call handler', 'Customers', 24_900, 28_000),
      yearly('Analyst', 'Markets', 36_000, 71_000),
    ],
  ],
  [
    'glenfirkin',
    'Glenfirkin Distillers Ltd',
    '968/GD16',
    'edinburgh',
    'plain',
    on28,
    fourWeekly,
    [
      yearly('Master blender', 'Blending', 46_000, 72_000),
      hourly('Stillman', 'Still house', 1_310, 1_690),
      administrator,
    ],
  ],
  [
    'ballyfern',
    'Ballyfern Dairy Ltd',
    '969/BD302',
    'belfast',
    'mailer',
    last,
    weekly,
    [
      hourly('Dairy operative', 'Plant', 1_180, 1_390),
      yearly('Quality manager', 'Plant', 34_000, 48_000),
      bookkeeper,
    ],
  ],
  [
    'saltspray',
    'Saltspray Ferries Ltd',
    '970/SF9',
    'southampton',
    'bureau',
    on25,
    fortnightly,
    [
      yearly("Ship's officer", 'Deck', 39_000, 58_000),
      hourly('Deckhand', 'Deck', 1_230, 1_480),
      yearly('Ticket clerk', 'Terminal', 25_200, 29_000),
    ],
  ],
  [
    'cwmblodyn',
    'Cwmblodyn Foods Ltd',
    '971/CF23',
    'cardiff',
    'agency',
    last,
    weekly,
    [
      hourly('Packer', 'Line 4', 1_144, 1_260),
      hourly('Line supervisor', 'Line 4', 1_310, 1_520),
      yearly('Food technologist', 'Laboratory', 30_000, 42_000),
    ],
  ],
  [
    'hobblethwaite',
    'Hobblethwaite & Daughters Solicitors',
    '972/HD6',
    'bath',
    'statement',
    last,
    last,
    [
      yearly('Solicitor', 'Property', 41_000, 73_000),
      yearly('Paralegal', 'Property', 25_500, 33_000),
      yearly('Legal secretary', 'Office', 25_000, 30_500),
    ],
  ],
  [
    'umbercombe',
    'Umbercombe Motors Ltd',
    '973/UM770',
    'swansea',
    'strip',
    on28,
    weekly,
    [
      hourly('Vehicle technician', 'Garage', 1_340, 1_830),
      yearly('Sales executive', 'Showroom', 25_000, 34_000),
      administrator,
    ],
  ],
  [
    'winklesby',
    'Winklesby Aquarium Trust',
    '974/WA3',
    'hull',
    'hospital',
    last,
    last,
    [
      yearly('Aquarist', 'Tanks', 25_600, 33_000),
      yearly('Education officer', 'Visitors', 26_000, 32_500),
      hourly('Visitor host', 'Visitors', 1_144, 1_220),
    ],
  ],
  [
    'tumbledown',
    'Tumbledown Theatre Company',
    '975/TT19',
    'liverpool',
    'columns',
    last,
    weekly,
    [
      yearly('Stage manager', 'Stage', 27_500, 39_000),
      hourly('Usher', 'Front of house', 1_144, 1_240),
      hourly('Lighting technician', 'Stage', 1_320, 1_750),
    ],
  ],
  [
    'lochmarrow',
    'Lochmarrow Council',
    '976/LM210',
    'glasgow',
    'ledger',
    on28,
    fourWeekly,
    [
      yearly('Social worker', 'Families', 37_000, 48_500),
      hourly('Gardener', 'Parks', 1_240, 1_430),
      yearly('Surveyor', 'Roads', 35_000, 49_000),
    ],
  ],
]

export const workplaces: Workplace[] = rows.map(
  ([id, name, payeReference, town, payslipLayout, staffPayDay, hourlyPayDay, roles]) => {
    const random = randomFor('employer', id)
    const office = payeReference.slice(0, 3)
    const accountsOfficeReference = `${office}P${random.pick([...'ABDEFGHJ'])}${String(random.integer(0, 99_999_999)).padStart(8, '0')}`
    const address = inventAddress(random, town, { isHome: false })
    return {
      employer: { id, name, payeReference, accountsOfficeReference, address, payslipLayout },
      staffPayDay,
      hourlyPayDay,
      roles,
    }
  },
)

const byId = new Map(workplaces.map((workplace) => [workplace.employer.id, workplace]))

export function workplace(id: string): Workplace {
  const match = byId.get(id)
  if (!match) throw new Error(`No employer ${id}`)
  return match
}
