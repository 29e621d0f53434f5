import { always, home, job, type NamedPersonSpec, salaries, wages } from './spec-builders.ts'

/** People with unusual addresses or names. */
export const namesAndAddresses: NamedPersonSpec[] = [
  {
    userName: 'lorcan.fernybank',
    title: 'Mr',
    forename: 'Lorcan',
    surname: 'Fernybank',
    gender: 'male',
    dateOfBirth: '1980-08-18',
    about: 'Lives in Belfast: a Northern Ireland postcode.',
    addresses: always(home('24 Kingcup Avenue', 'belfast', '9QY')),
    jobs: [
      job({
        employer: 'ballyfern',
        role: 'Quality manager',
        department: 'Plant',
        startDate: '2016-09-05',
        terms: { rates: salaries(38_500, 39_800, 41_200) },
      }),
    ],
  },
  {
    userName: 'marguerite.saltmarsh',
    title: 'Mrs',
    forename: 'Marguerite',
    surname: 'Saltmarsh',
    gender: 'female',
    dateOfBirth: '1986-02-02',
    about: 'Lives in Jersey and has a UK employer: a postcode that belongs to no statistical region.',
    addresses: always(home('3 Moonpenny Lane', 'jersey', '0ZX')),
    jobs: [
      job({
        employer: 'saltspray',
        role: 'Ticket clerk',
        department: 'Terminal',
        startDate: '2019-11-25',
        terms: { rates: salaries(26_400, 27_300, 28_200) },
      }),
    ],
  },
  {
    userName: 'valentin.driftwood',
    title: 'Mr',
    forename: 'Valentin',
    surname: 'Driftwood',
    gender: 'male',
    dateOfBirth: '1992-10-31',
    about:
      'Moved from Norwich to Hull on 16 August 2025; payslips before and after show different addresses.',
    addresses: [
      ...always(home('17 Wagtail Street', 'norwich', '9QZ')),
      { from: '2025-08-16', ...home('102 Snapdragon Road', 'hull', '0XX') },
    ],
    jobs: [
      job({
        employer: 'harrowfen',
        role: 'HGV driver',
        department: 'Fleet',
        startDate: '2021-03-29',
        terms: {
          rates: wages(1_560, 1_625, 1_690),
          hours: { min: 4_000, max: 4_600 },
          overtime: { chance: 0.3, min: 200, max: 600 },
        },
      }),
    ],
  },
  {
    userName: 'zoe-renee.olarkington-mullbrook',
    title: 'Dr',
    forename: 'Zoë-Renée',
    surname: "O'Larkington-Müllbrook",
    gender: 'female',
    dateOfBirth: '1978-01-06',
    about: 'A long name with accents, an apostrophe and two hyphens, for testing name matching and printing.',
    addresses: always(home('Flat 14b, Fiddlehead House, 11 Bumblebee Rise', 'lewisham', '9YY')),
    jobs: [
      job({
        employer: 'fennimoor',
        role: 'Registrar',
        department: 'Surgery',
        startDate: '2017-08-02',
        employment: {
          pensions: always({ scheme: 'net_pay', employeeRate: 980, employerRate: 2_370, of: 'pensionable' }),
        },
        terms: {
          rates: salaries(58_400, 60_900, 63_200),
          allowance: { description: 'On-call allowance', amount: 31_500 },
        },
      }),
    ],
  },
]
