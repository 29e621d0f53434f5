import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { readCatalogue } from './catalogue.ts'
import { parseEmployersCsv } from './employers-csv.ts'

const folder = mkdtempSync(join(tmpdir(), 'employers-'))
atEnd(() => rmSync(folder, { recursive: true }))

const header = 'id,name,aliases,url,logo_url,providers'
const row =
  'harbour-lane,Harbour Lane Bakery Ltd,HLB|Harbour Bakery,https://hlb.example/,https://hlb.example/l.svg,acorn'

function readWith(csv: string) {
  writeFileSync(join(folder, 'employers.csv'), csv)
  writeFileSync(
    join(folder, 'catalogue.json'),
    JSON.stringify({
      employers_csv: 'employers.csv',
      providers: [
        {
          kind: 'login-api',
          id: 'acorn',
          name: 'Acorn',
          max_login_attempts: 5,
          address: '{sandbox}/acorn',
          url: '{sandbox}/',
          logo_url: '{sandbox}/a.svg',
          reset_url: '{sandbox}/reset',
        },
      ],
    }),
  )
  return readCatalogue(join(folder, 'catalogue.json'), { sandboxUrl: 'http://127.0.0.1:8090' })
}

test('reads employers, aliases and their providers from a table beside the catalogue', () => {
  expect(readWith(`${header}\r\n${row}\r\n`).employers).toEqual([
    {
      id: 'harbour-lane',
      name: 'Harbour Lane Bakery Ltd',
      aliases: ['HLB', 'Harbour Bakery'],
      url: 'https://hlb.example/',
      logo_url: 'https://hlb.example/l.svg',
      providers: ['acorn'],
    },
  ])
})

test('reads quoted cells with commas, quotes and line breaks, and columns in another order', () => {
  const [employer] = parseEmployersCsv(
    '\uFEFFname,id,providers,aliases,logo_url,url\n"Finch, Moth ""and"" Sons\nLtd",finch,acorn|beech,,l,u\n',
  )
  expect(employer).toEqual({
    id: 'finch',
    name: 'Finch, Moth "and" Sons\nLtd',
    aliases: [],
    url: 'u',
    logo_url: 'l',
    providers: ['acorn', 'beech'],
  })
})

test.each([
  ['id,name\na,b', 'lacks the columns aliases, url, logo_url, providers'],
  [`${header},colour\n${row},red`, 'unknown columns colour'],
  [`${header}\nharbour,Harbour`, 'row 2 of the table of employers has 2 cells instead of 6'],
  [`${header}\n"open`, 'is not valid CSV'],
  [`${header}\n${row.replace('acorn', 'elm')}`, 'names the unknown provider [elm]'],
  [`${header}\n${row}\n${row}`, '[harbour-lane] is listed twice'],
  [`${header}\n${row.replace('harbour-lane', 'No Id')}`, 'employers[0].id'],
])('refuses %j', (csv, fault) => {
  expect(() => readWith(csv)).toThrow(fault)
})
