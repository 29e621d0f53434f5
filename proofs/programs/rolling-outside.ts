import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The external systems of a cell: a payroll provider that accepts every login and has one payslip for each, and the
// receiver of all webhooks. It sends the received delivery ids to its parent on request.

const receivedIds = new Set<string>()

const server = createServer((request, response) => {
  request.resume()
  const { url = '', headers } = request
  if (url === '/hook') {
    request.on('end', () => {
      receivedIds.add(String(headers['webhook-id']))
      response.writeHead(204).end()
    })
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply(url)))
})

function reply(url: string) {
  if (url.startsWith('/session'))
    return { status: 'signed_in', session_token: 'anybody', expires_in_seconds: 3_600 }
  if (url.startsWith('/payslips/')) return payslip
  return { page: 1, pageSize: 10, total: 1, payslips: [{ id: 'latest' }] }
}

// The pay date is always a week ago, so that the payslip is recent.
const lastWeek = new Date(Date.now() - 7 * 86_400_000)
const formatDate = (date: Date) => date.toISOString().slice(0, 10).split('-').reverse().join('/')

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
    payFrequency: 'Weekly',
  },
  payDate: formatDate(lastWeek),
  periodStart: formatDate(lastWeek),
  periodEnd: formatDate(lastWeek),
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
    grossPence: 371_667,
    taxablePence: 371_667,
    taxPence: 50_160,
    niPence: 0,
    netPence: 321_507,
  },
}

process.on('message', () => process.send?.({ receivedIds: [...receivedIds] }))
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
server.keepAliveTimeout = 300_000
server.listen(0, '127.0.0.1', () => {
  process.send?.({ listening: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
