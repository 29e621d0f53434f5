import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { payslipLines, payslipPages } from '../../../test/extraction/model-scenes.ts'
import { drawPages } from '../../../test/extraction/payslip-page.ts'
import { startModelServer } from '../../../test/extraction/start-model-server.ts'
import { writePdf } from '../../../test/extraction/words-to-pdf.ts'
import { startDocumentTests } from '../../../test/uploaded-documents.ts'

// A payslip that only the operator's model understands, from the upload to its provenance in the API.

const server = await startModelServer()
const logged: string[] = []
const output = new Writable({
  write(chunk, _encoding, done) {
    logged.push(String(chunk))
    done()
  },
})
const { acme, aPerson, dependencies } = await startDocumentTests({
  readsDocuments: true,
  settings: { READER_MODEL_URL: server.url, READER_MODEL_NAME: 'good' },
  log: pino({ level: 'debug', base: null }, output),
})

test('stores the reading of the model, names the model in the API, and logs no content of the document', async () => {
  const person = await aPerson()
  const reply = await person.submit('payslip', [Buffer.from(await writePdf(payslipPages))])
  expect(reply.status, reply.text).toBe(201)
  const [{ id, document_id }] = reply.body.payroll_submissions
  const { body: provenance } = await acme('GET', `/payroll/${person.user_id}/${id}/provenance`)
  expect(provenance.document).toMatchObject({ model: 'good', verified: true, certified: ['this_period'] })
  const { body: read } = await acme('GET', `/documents/${document_id}/fields`)
  expect(read.model).toBe('good')
  const net = read.fields.find(({ path }: { path: string }) => path.endsWith('earnings.net_pay'))
  expect(net).toMatchObject({ method: 'model', confidence: 'proven', page: 1, box: expect.any(Array) })
  expect(await dependencies.metrics.text()).toContain('payproof_model_seconds_count{outcome="used"} 1')
  expect(logged.join()).not.toMatch(/Oakapple|2,?453\.51|QQ123456C|Grundlohn/)
})

test('a document that the model does not understand is not read, as without a model', async () => {
  const person = await aPerson()
  const lines = payslipLines.filter(([y]) => y !== 230)
  const reply = await person.submit('payslip', [Buffer.from(await writePdf(drawPages(lines)))])
  expect(reply.body).toMatchObject({ payroll_submissions: [], payslip_errors: [{ code: 'not-read' }] })
  expect(logged.join()).not.toMatch(/Oakapple|546\.49|QQ123456C|Grundlohn/)
})
