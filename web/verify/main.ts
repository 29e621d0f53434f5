import '../ui/tokens.css'
import { ReportError, type ReportKeys, type VerifiedReport, verifyReport } from '@payproof/sdk/reports'
import { dayOf, timeOf } from '../ui/format.ts'
import './verify.css'

// Verifies a report in the browser with the keys of this service. The file is never sent.

const maxBytes = 20_000_000

const drop = find('drop')
const input = find('file') as HTMLInputElement
const result = find('result')
/** Digest in the address, if the page was opened by the QR code of a report. */
const digestOfCode = location.hash.slice(1)

input.addEventListener('change', () => void check(input.files?.[0]))
for (const event of ['dragover', 'dragleave', 'drop'])
  drop.addEventListener(event, (happened) => {
    happened.preventDefault()
    drop.classList.toggle('over', event === 'dragover')
  })
drop.addEventListener('drop', ({ dataTransfer }) => void check(dataTransfer?.files[0]))

async function check(file: File | undefined) {
  if (!file) return
  show('', 'Checking…', [])
  if (file.size > maxBytes)
    return show('bad', 'Not verified', ['The file is too large for an income report.'])
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const verified = await verifyReport(bytes, await loadKeys())
    if (isOtherReport(verified)) return show('bad', 'Another report', otherReport)
    show('good', 'Verified', ['The file is as it was signed.'], factsOf(verified))
  } catch (error) {
    show('bad', 'Not verified', [reasonOf(error)])
  }
}

async function loadKeys(): Promise<ReportKeys> {
  const reply = await fetch('/.well-known/jwks.json')
  if (!reply.ok) throw new Error('no keys')
  return reply.json()
}

const isOtherReport = ({ digest }: VerifiedReport) => digestOfCode !== '' && digestOfCode !== digest

const otherReport = [
  'The file is signed and unchanged, but it is not the report whose code you scanned.',
  'Open this page without the code to see the details of the file.',
]

function reasonOf(error: unknown) {
  if (error instanceof ReportError) return `${error.message}. Do not rely on it.`
  if (error instanceof DOMException)
    return 'This browser cannot check the signature. Use a current browser, or the command below.'
  return 'The keys could not be loaded. Check your connection and try again.'
}

function factsOf({ report_id, issuer, signed_at, as_of, report }: VerifiedReport): [string, string][] {
  return [
    ['Signed by', issuer],
    ['Signed at', timeOf(signed_at)],
    ['Figures as of', dayOf(as_of)],
    ...(report
      ? ([
          ['Person', report.person.name],
          ['Made for', report.client.name],
        ] as [string, string][])
      : []),
    ...(report?.environment === 'sandbox'
      ? ([['Environment', 'Sandbox: test data']] as [string, string][])
      : []),
    ['Report', report_id],
  ]
}

function show(tone: '' | 'good' | 'bad', title: string, lines: string[], facts: [string, string][] = []) {
  const heading = element('h2', title)
  const list = document.createElement('dl')
  for (const [label, value] of facts) list.append(element('dt', label), element('dd', value))
  result.className = tone
  result.replaceChildren(heading, ...lines.map((line) => element('p', line)), ...(facts.length ? [list] : []))
}

function element(tag: 'h2' | 'p' | 'dt' | 'dd', text: string) {
  const created = document.createElement(tag)
  created.textContent = text
  return created
}

function find(id: string) {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no element ${id}`)
  return found
}
