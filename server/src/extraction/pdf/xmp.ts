import type { Structure } from '../document.ts'
import { run, withFile } from '../isolation/run-program.ts'
import { isoOf } from './dates.ts'

const mostPacket = 400_000

/** The packet that describes the file a second time: as it stands in the bytes, or unpacked where it is packed. */
export async function readXmp(bytes: Uint8Array, reference: unknown): Promise<Structure['xmp']> {
  if (typeof reference !== 'string') return null
  const packet = packetIn(bytes) ?? (await withFile(bytes, (path) => unpack(path, reference)))
  if (!packet) return null
  return {
    producer: valueIn(packet, 'pdf:Producer'),
    createdAt: dateIn(packet, 'xmp:CreateDate'),
    modifiedAt: dateIn(packet, 'xmp:ModifyDate'),
  }
}

/** The last one: a file that was saved again carries the earlier ones too. */
function packetIn(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const start = buffer.lastIndexOf('<x:xmpmeta')
  const end = start < 0 ? -1 : buffer.indexOf('</x:xmpmeta>', start)
  return end < 0 || end - start > mostPacket ? undefined : buffer.toString('utf8', start, end)
}

async function unpack(path: string, reference: string): Promise<string | undefined> {
  const [number, generation] = reference.split(' ')
  const words = [`--show-object=${number},${generation}`, '--filtered-stream-data', '--warning-exit-0', path]
  const limits = { cpuSeconds: 3, memoryMebibytes: 512, mostOutput: mostPacket }
  const { code, output } = await run({ name: 'qpdf', words, ...limits })
  return code === 0 ? output.toString('utf8') : undefined
}

/** Written as an element or as an attribute. */
function valueIn(packet: string, name: string): string | null {
  const found = new RegExp(`<${name}>([^<]{0,300})<|\\b${name}=["']([^"']{0,300})["']`).exec(packet)
  const text = (found?.[1] ?? found?.[2] ?? '').trim()
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, sign: string) => entities[sign] ?? '') || null
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function dateIn(packet: string, name: string): string | null {
  const text = valueIn(packet, name)
  return text === null ? null : isoOf(text)
}
