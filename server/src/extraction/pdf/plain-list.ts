import type { Dictionary, Objects } from './objects.ts'

// Most files keep the rules of the format to the letter, and then there is one way to understand them: the table at the
// end says where each object stands. Those are listed here as qpdf would list them, in a hundredth of its time. At the
// first thing that is unusual this gives up, and qpdf, which knows what programs make of broken files, is asked.

const mostObjects = 20_000
const deepest = 30
const mostNumber = 15

class Unusual extends Error {}

/** The objects of a file, or undefined where it takes more to understand it. */
export function listPlainly(bytes: Uint8Array): Objects | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  try {
    return list(text)
  } catch (error) {
    if (error instanceof Unusual) return undefined
    throw error
  }
}

type Table = { entries: Entry[]; count: number; trailerAt: number }
type Entry = { number: number; generation: number; offset: number }

function list(text: string): Objects {
  const start = /\bstartxref[\r\n]{1,2}(\d{1,10})[\r\n]{1,2}%%EOF\s{0,4}$/.exec(text.slice(-64))?.[1]
  if (!text.startsWith('%PDF-') || start === undefined) unusual()
  const { entries, count, trailerAt } = entriesAt(text, Number(start))
  const references = new Set<string>()
  // Its only text is the mark that tells the file from others, which nobody reads.
  const trailer = openScanner(text, trailerAt, references, asBytes).dictionary(0)
  const isWhole = trailer['/Size'] === count
  if (!isWhole || '/Prev' in trailer || '/XRefStm' in trailer || '/Encrypt' in trailer) unusual()
  const all = new Map<string, unknown>()
  const streams: { dictionary: Dictionary; dataAt: number }[] = []
  for (const { number, generation, offset } of entries) {
    const name = `${number} ${generation}`
    if (!text.startsWith(`${name} obj`, offset)) unusual()
    const scanner = openScanner(text, offset + name.length + 4, references)
    const value = scanner.value(0)
    if (value === null) unusual()
    all.set(`${name} R`, value)
    const dataAt = scanner.end()
    if (dataAt !== undefined) streams.push({ dictionary: value as Dictionary, dataAt })
  }
  for (const reference of references) if (!all.has(reference)) unusual()
  for (const { dictionary, dataAt } of streams) {
    const length = dictionary['/Length']
    checkData(text, dataAt, typeof length === 'string' ? all.get(length) : length)
  }
  return { all, streams: streams.map(({ dictionary }) => dictionary), trailer }
}

const tableHead = /xref(?:\r\n|\n)0 (\d{1,6}) ?(?:\r\n|\n)/y
const tableLine = /(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)/y
const lineLength = 20

/** One table with all numbers in it; the first and any other that is free is no object. */
function entriesAt(text: string, at: number): Table {
  tableHead.lastIndex = at
  const count = Number(tableHead.exec(text)?.[1] ?? 0)
  if (count < 2 || count > mostObjects) unusual()
  const first = tableHead.lastIndex
  const entries = Array.from({ length: count }, (_, number): Entry[] => {
    tableLine.lastIndex = first + number * lineLength
    const [, offset, generation, use] = tableLine.exec(text) ?? unusual()
    if (number === 0 && use !== 'f') unusual()
    return use === 'f' ? [] : [{ number, generation: Number(generation), offset: Number(offset) }]
  }).flat()
  const found = /^trailer\s{0,4}<</.exec(text.slice(first + count * lineLength).slice(0, 40))
  if (!found) unusual()
  return { entries, count, trailerAt: first + count * lineLength + found[0].length }
}

function checkData(text: string, at: number, length: unknown) {
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0) unusual()
  const after = text.slice(at + length, at + length + 40)
  if (!/^(\r\n|\n|\r)?endstream\s{1,4}endobj\s/.test(after)) unusual()
}

const blank = /[ \n\r\t\f\0]*/y
const name = /\/[^\0-\x20()<>[\]{}/%#\x7f-\xff]+/y
const reference = /(\d{1,7}) (\d{1,5}) R(?![^\0-\x20()<>[\]{}/%])/y
const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?![^\0-\x20()<>[\]{}/%])/y
const word = /(?:true|false|null)(?![^\0-\x20()<>[\]{}/%])/y
const hexadecimal = /<([0-9A-Fa-f\s]*)>/y
const plainText = /\(([^()\\\r]*)\)/y
const words: Record<string, boolean | null> = { true: true, false: false, null: null }

function openScanner(text: string, start: number, references: Set<string>, tell = told) {
  let at = start

  function match(shape: RegExp): RegExpExecArray | null {
    shape.lastIndex = at
    const found = shape.exec(text)
    if (found) at = shape.lastIndex
    return found
  }

  function take(sign: string): boolean {
    if (!text.startsWith(sign, at)) return false
    at += sign.length
    return true
  }

  function dictionary(depth: number): Dictionary {
    const entries: Dictionary = {}
    for (;;) {
      match(blank)
      if (take('>>')) return entries
      const key = match(name)?.[0]
      if (key === undefined || key in entries) unusual()
      const entry = value(depth + 1)
      if (entry === null) unusual()
      entries[key] = entry
    }
  }

  function array(depth: number): unknown[] {
    const parts: unknown[] = []
    for (;;) {
      match(blank)
      if (take(']')) return parts
      parts.push(value(depth + 1))
    }
  }

  function scalar(): unknown {
    const found = match(reference)
    if (found) {
      references.add(found[0])
      return found[0]
    }
    const figure = match(number)?.[0]
    if (figure !== undefined && figure.length <= mostNumber) return Number(figure)
    const said = match(word)?.[0]
    if (said === undefined) unusual()
    return words[said]
  }

  function value(depth: number): unknown {
    if (depth > deepest) unusual()
    match(blank)
    switch (text[at]) {
      case '/':
        return match(name)?.[0] ?? unusual()
      case '[':
        at++
        return array(depth)
      case '(':
        return tell(match(plainText)?.[1] ?? escapedText())
      case '<':
        if (take('<<')) return dictionary(depth)
        return tell(fromHexadecimal(match(hexadecimal)?.[1] ?? unusual()))
      default:
        return scalar()
    }
  }

  function escapedText(): string {
    const from = ++at
    let open = 1
    for (; open > 0; at++) {
      const sign = text[at] ?? unusual()
      if (sign === '\r') unusual()
      if (sign === '\\') at++
      else if (sign === '(') open++
      else if (sign === ')') open--
    }
    return text.slice(from, at - 1).replace(/\\([0-7]{1,3}|[\s\S])/g, (_, sign: string) => {
      if (/^[0-7]/.test(sign)) return String.fromCharCode(Number.parseInt(sign, 8) & 0xff)
      return escapes[sign] ?? unusual()
    })
  }

  /** After the object's value. Where its data begin, if it has any. */
  function end(): number | undefined {
    match(blank)
    if (take('endobj')) return undefined
    if (!take('stream\r\n') && !take('stream\n')) unusual()
    return at
  }

  return { value, dictionary, end }
}

const escapes: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '(': '(',
  ')': ')',
  '\\': '\\',
}

function unusual(): never {
  throw new Unusual()
}

function fromHexadecimal(digits: string): string {
  const packed = digits.replace(/\s/g, '')
  return Buffer.from(packed.length % 2 === 0 ? packed : `${packed}0`, 'hex').toString('latin1')
}

const wide = '\xfe\xff'
const plainLetters = /^[\t\n\r\x20-\x7e]*$/

/** Text as qpdf marks it. */
function told(bytes: string): string {
  if (bytes.startsWith(wide)) {
    const decoded = Buffer.from(bytes.slice(wide.length), 'latin1')
    if (decoded.length % 2 === 1) unusual()
    const wideText = decoded.swap16().toString('utf16le')
    return wideText.isWellFormed() ? `u:${wideText}` : unusual()
  }
  return plainLetters.test(bytes) ? `u:${bytes}` : unusual()
}

const asBytes = (bytes: string) => `b:${Buffer.from(bytes, 'latin1').toString('hex')}`
