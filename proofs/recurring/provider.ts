import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monday, paidAgain } from './moments.ts'

// All providers of the proof, and its clock. The providers implement the login API, accept every token that contains
// a number, and count calls. Every fourth person has a new payslip, which is about the weekly share of people paid
// monthly.

export type ClockOrder = { now: string; speed: number }
export type ProviderFigures = {
  calls: number
  twice: number
  /** For each client, the number of its people that were checked, and the time of the last check. */
  clients: { count: number; lastAt: number }[]
  /** Number of calls in each minute of the proof's Monday. */
  minutes: number[]
  /** Number of calls made before their account was due. */
  early: number
  /** Real seconds from the due time to the call; sorted. */
  delays: number[]
  /** For each provider, the highest number of calls in any ten seconds. */
  maxInTen: number[]
}

const [users = 0, clients = 0, providers = 0] = process.argv.slice(2).map(Number)
const seen = new Uint8Array(users)
const byClient = Array.from({ length: clients }, () => ({ count: 0, lastAt: 0 }))
const minutes: number[] = []
const seconds = Array.from({ length: providers }, () => new Map<number, number>())
let calls = 0
let twice = 0
let early = 0
let delays: number[] = []

let clock = { from: monday.getTime(), since: Date.now(), speed: 1 }
const now = () => clock.from + (Date.now() - clock.since) * clock.speed

const server = createServer((request, response) => {
  response.sendDate = false
  response.setHeader('content-type', 'application/json')
  response.end(handle(request.url ?? '', request.headers.authorization ?? ''))
})

function handle(url: string, authorization: string) {
  if (url === '/controls/clock') return JSON.stringify({ now: new Date(now()).toISOString() })
  const [, provider = '', client = '', person = '', slot = ''] =
    /^\/p(\d+)\/payslips.* Bearer c(\d+)\.(\d+)\.(\d+)$/.exec(`${url} ${authorization}`) ?? []
  if (!person) return JSON.stringify({ code: 'not_found', message: 'no such address' })
  if (/payslips\//.test(url)) return JSON.stringify(payslip)
  count(Number(provider), Number(client), Number(person), Number(slot))
  const payslips = Number(person) % 4 === 0 ? [{ id: `paid-${person}` }] : []
  return JSON.stringify({ page: 1, pageSize: 10, total: payslips.length, payslips })
}

function count(provider: number, client: number, person: number, slot: number) {
  const at = Date.now()
  const lateMs = now() - monday.getTime() - slot
  if (lateMs < 0) early++
  if (clock.speed > 1) delays.push(lateMs / clock.speed / 1_000)
  calls++
  if (seen[person]) twice++
  seen[person] = 1
  const counts = byClient[client]
  if (counts) Object.assign(counts, { count: counts.count + 1, lastAt: at })
  const minute = Math.floor((now() - monday.getTime()) / 60_000)
  minutes[minute] = (minutes[minute] ?? 0) + 1
  const second = Math.floor(at / 1_000)
  seconds[provider]?.set(second, (seconds[provider]?.get(second) ?? 0) + 1)
}

function maxInTen(counts: Map<number, number>) {
  let max = 0
  for (const second of counts.keys()) {
    let sum = 0
    for (let n = 0; n < 10; n++) sum += counts.get(second + n) ?? 0
    max = Math.max(max, sum)
  }
  return max
}

const payslip = {
  employee: {
    fullName: 'Ms Wilhelmina Oakapple',
    dateOfBirth: '17/04/1988',
    niNumber: 'QQ 12 34 56 C',
    emailAddress: null,
    mobile: null,
    addressLines: ['1 Spindleberry Rise', 'York'],
    postCode: 'YO31 0XQ',
    country: 'England',
  },
  employment: {
    employerName: 'Quillmarsh University',
    payeReference: '958/QU55',
    jobTitle: 'Lecturer',
    contract: 'FT',
    director: false,
    startDate: '01/09/2013',
    leaveDate: null,
    payFrequency: 'Monthly',
  },
  payDate: paidAgain,
  periodStart: '01/06/2026',
  periodEnd: '30/06/2026',
  taxCode: '1257L',
  payments: [
    {
      code: 'BASIC',
      description: 'Basic salary',
      amountPence: 371_667,
      recurring: true,
      taxable: true,
      niable: true,
    },
  ],
  deductions: [{ code: 'PAYE', description: 'Income tax', amountPence: 50_160 }],
  grossPence: 371_667,
  deductionsPence: 50_160,
  netPence: 321_507,
  yearToDate: {
    grossPence: 1_115_001,
    taxablePence: 1_115_001,
    taxPence: 150_480,
    niPence: 0,
    netPence: 964_521,
  },
}

process.on('message', (message: { clock?: ClockOrder }) => {
  if (message.clock) {
    clock = { from: Date.parse(message.clock.now), since: Date.now(), speed: message.clock.speed }
    process.send?.({})
    return
  }
  const figures: ProviderFigures = {
    calls,
    twice,
    early,
    delays: delays.sort((a, b) => a - b),
    clients: byClient,
    minutes: Array.from(minutes, (count) => count ?? 0),
    maxInTen: seconds.map(maxInTen),
  }
  process.send?.(figures)
  delays = []
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
server.keepAliveTimeout = 300_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ listening: `http://127.0.0.1:${port}` })
})
