import type { PdfStructure } from '../document.ts'
import { runProgram, withTempFile } from '../isolation/run-program.ts'
import { parseXmpDate } from './dates.ts'

const maxPacketBytes = 400_000

/** Reads the XMP metadata packet, decompressing it with qpdf if necessary. */
export async function readXmp(bytes: Uint8Array, reference: unknown): Promise<PdfStructure['xmp']> {
  if (typeof reference !== 'string') return null
  const packet = findPacket(bytes) ?? (await withTempFile(bytes, (path) => decompressPacket(path, reference)))
  if (!packet) return null
  return {
    producer: readValue(packet, 'pdf:Producer'),
    createdAt: readDate(packet, 'xmp:CreateDate'),
    modifiedAt: readDate(packet, 'xmp:ModifyDate'),
  }
}

/** Returns the last uncompressed packet. Incremental updates leave earlier packets in the file. */
function findPacket(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const start = buffer.lastIndexOf('<x:xmpmeta')
  const end = start < 0 ? -1 : buffer.indexOf('</x:xmpmeta>', start)
  return end < 0 || end - start > maxPacketBytes ? undefined : buffer.toString('utf8', start, end)
}

async function decompressPacket(path: string, reference: string): Promise<string | undefined> {
  const [number, generation] = reference.split(' ')
  const words = [`--show-object=${number},${generation}`, '--filtered-stream-data', '--warning-exit-0', path]
  const limits = { cpuSeconds: 3, memoryMebibytes: 512, maxOutputBytes: maxPacketBytes }
  const { code, output } = await runProgram({ name: 'qpdf', args: words, ...limits })
  return code === 0 ? output.toString('utf8') : undefined
}

/** Reads a property, which may be written as an element or as an attribute. */
function readValue(packet: string, name: string): string | null {
  const match = new RegExp(`<${name}>([^<]{0,300})<|\\b${name}=["']([^"']{0,300})["']`).exec(packet)
  const text = (match?.[1] ?? match?.[2] ?? '').trim()
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '') || null
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function readDate(packet: string, name: string): string | null {
  const text = readValue(packet, name)
  return text === null ? null : parseXmpDate(text)
}
