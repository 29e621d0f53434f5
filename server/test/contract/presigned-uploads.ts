import { type IncomingHttpHeaders, request } from 'node:http'
import { openObjectStore } from '../../src/platform/objects/objects.ts'
import { objectSettings } from '../../src/process/dependencies.ts'
import { eventually } from '../engine.ts'
import { aPdf } from '../features/sample-documents.ts'
import { upload } from './endpoints.ts'
import { inArea, type Row } from './row.ts'
import { createAuthorisedUser, requireStatus } from './scenes.ts'
import type { ContractCall, ContractReply, ContractWorld } from './world.ts'

// Uploads to presigned URLs, as any HTTP client sends them.

type Item = { presigned_url: string; path: string; headers: Record<string, string> }

const ways = {
  'bank statement': { method: 'PUT', path: '/documents/bank-statements' },
  payslip: { method: 'POST', path: '/payroll/entries/payslips' },
} as const

type Kind = keyof typeof ways

const users = new WeakMap<ContractWorld, Promise<ContractCall>>()

function userOf(world: ContractWorld): Promise<ContractCall> {
  const user =
    users.get(world) ??
    createAuthorisedUser(world, { payslip_upload_enabled: true }).then(({ asUser }) => asUser)
  users.set(world, user)
  return user
}

/** Presigns new files of the same user. */
async function presign(world: ContractWorld, kind: Kind, ...files: { bytes?: number }[]): Promise<Item[]> {
  const { method, path } = ways[kind]
  const named = files.map((file, n) => ({ file_name: `file-${n}.pdf`, ...file }))
  const call = await userOf(world)
  return requireStatus(await call(method, `${path}/presign`, { files: named }), 200).presigned_urls
}

async function presignOne(world: ContractWorld, kind: Kind, file: { bytes?: number } = {}) {
  const [item] = await presign(world, kind, file)
  if (!item) throw new Error('no address was presigned')
  return item
}

type Exchange = { url: string; method?: string; headers: Record<string, string>; body?: Buffer | undefined }

/** Sends exactly these headers; `fetch` adds and forbids some. */
function exchange({ url, method = 'PUT', headers, body }: Exchange): Promise<ContractReply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      reply.on('end', () => resolve(replyOf(reply.statusCode ?? 0, reply.headers, text)))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const replyOf = (status: number, headers: IncomingHttpHeaders, text: string): ContractReply => ({
  status,
  headers: headers as Record<string, string>,
  text,
  body: { code: /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? null },
  request: upload,
})

const pdf = aPdf('a document')
const withLength = (headers: Record<string, string>, body = pdf) => ({
  ...headers,
  'Content-Length': String(body.length),
})

const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([header]) => header.toLowerCase() !== name))

const wrongSignature = { status: 403, body: { code: 'SignatureDoesNotMatch' } }

const ofKind = (kind: Kind): Row[] => {
  const row = (
    title: string,
    expects: Row['expects'],
    call: (world: ContractWorld) => Promise<ContractReply>,
  ): Row => ({ endpoint: upload, title: `${kind}: ${title}`, expects, call })
  const put = (
    title: string,
    expects: Row['expects'],
    change: (item: Item) => Partial<Exchange>,
    file: { bytes?: number } = {},
  ) =>
    row(title, expects, async (world) => {
      const item = await presignOne(world, kind, file)
      const valid = { url: item.presigned_url, headers: withLength(item.headers), body: pdf }
      return exchange({ ...valid, ...change(item) })
    })
  return [
    put('the returned headers are sufficient', { status: 200 }, () => ({})),
    put('lower-case header names are accepted', { status: 200 }, ({ headers }) => ({
      headers: withLength(
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      ),
    })),
    ...['content-type', 'if-none-match'].map((name) =>
      put(`a PUT without the header ${name} is refused`, wrongSignature, ({ headers }) => ({
        headers: without(withLength(headers), name),
      })),
    ),
    put('a PUT without all signed headers is refused', wrongSignature, () => ({ headers: withLength({}) })),
    put('another content type is refused', wrongSignature, ({ headers }) => ({
      headers: withLength({ ...headers, 'Content-Type': 'application/octet-stream' }),
    })),
    put('another If-None-Match is refused', wrongSignature, ({ headers }) => ({
      headers: withLength({ ...headers, 'If-None-Match': '"etag"' }),
    })),
    put('a body of the signed length is accepted', { status: 200 }, () => ({}), { bytes: pdf.length }),
    put(
      'a body one byte shorter than signed is refused',
      wrongSignature,
      ({ headers }) => ({ headers: withLength(headers, pdf.subarray(1)), body: pdf.subarray(1) }),
      { bytes: pdf.length },
    ),
    put(
      'a body one byte longer than signed is refused',
      wrongSignature,
      ({ headers }) => ({
        headers: withLength(headers, Buffer.concat([pdf, pdf.subarray(0, 1)])),
        body: Buffer.concat([pdf, pdf.subarray(0, 1)]),
      }),
      { bytes: pdf.length },
    ),
    row(
      'a second upload is refused',
      { status: 412, body: { code: 'PreconditionFailed' } },
      async (world) => {
        const { presigned_url: url, headers } = await presignOne(world, kind)
        const first = await exchange({ url, headers: withLength(headers), body: pdf })
        if (first.status !== 200) return first
        return exchange({ url, headers: withLength(headers), body: pdf })
      },
    ),
    row('one of two concurrent uploads is refused', { status: 412 }, async (world) => {
      const { presigned_url: url, headers } = await presignOne(world, kind)
      const sent = () => exchange({ url, headers: withLength(headers), body: pdf })
      const replies = await Promise.all([sent(), sent()])
      const accepted = replies.filter(({ status }) => status === 200).length
      const refused = replies.find(({ status }) => status !== 200)
      if (accepted !== 1 || !refused) throw new Error(`${accepted} of 2 uploads were accepted`)
      return refused
    }),
    ...['GET', 'HEAD', 'DELETE', 'POST'].map((method) =>
      row(`the method ${method} is refused`, { status: 403 }, async (world) => {
        const { presigned_url: url, headers } = await presignOne(world, kind)
        const first = await exchange({ url, headers: withLength(headers), body: pdf })
        if (first.status !== 200) return first
        const sent = method === 'POST' ? withLength(headers) : headers
        return exchange({ url, method, headers: sent, body: method === 'POST' ? pdf : undefined })
      }),
    ),
    row('another file’s signature is refused', wrongSignature, async (world) => {
      const [one, two] = await presign(world, kind, {}, {})
      if (!one || !two) throw new Error('two addresses were not presigned')
      const url = new URL(one.presigned_url)
      url.search = new URL(two.presigned_url).search
      return exchange({ url: url.href, headers: withLength(one.headers), body: pdf })
    }),
    put('a changed signature is refused', wrongSignature, ({ presigned_url }) => ({
      url: presigned_url.replace(
        /(X-Amz-Signature=)(.)/,
        (_, name, digit) => `${name}${digit === '0' ? '1' : '0'}`,
      ),
    })),
    put('a changed expiry is refused', wrongSignature, ({ presigned_url }) => ({
      url: presigned_url.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000'),
    })),
    put('a PUT without a signature is refused', { status: 403 }, ({ presigned_url }) => ({
      url: presigned_url.split('?')[0] ?? '',
    })),
    row(
      'a PUT after the expiry is refused',
      { status: 403, body: { code: 'AccessDenied' } },
      async (world) => {
        const { path } = await presignOne(world, kind)
        // Signed by the service's own code with the shortest possible expiry.
        const objects = openObjectStore(objectSettings(world.api.config))
        try {
          const { url, headers } = await objects.presignPut(path, {
            contentType: 'application/pdf',
            seconds: 1,
          })
          return await eventually(async () => {
            const reply = await exchange({ url, headers: withLength(headers), body: pdf })
            return reply.status === 403 && reply
          })
        } finally {
          await objects.close()
        }
      },
    ),
    row(
      'a file that is no PDF is accepted here and refused on submission',
      { status: 200 },
      async (world) => {
        const { presigned_url: url, headers, path } = await presignOne(world, kind)
        const body = Buffer.from('plain text')
        const put = await exchange({ url, headers: withLength(headers, body), body })
        const way = ways[kind]
        const submitted = await (await userOf(world))(way.method, way.path, { files: [{ path }] })
        const errors =
          submitted.body.bank_statement_errors ?? submitted.body.payslip_errors ?? submitted.body.errors
        if (errors?.length !== 1) throw new Error(`a text file was accepted as a PDF: ${submitted.text}`)
        return put
      },
    ),
  ]
}

export const presignedUploadRows = inArea('documents', [...ofKind('bank statement'), ...ofKind('payslip')])
