// How the reader and its child talk: four bytes of length, then the message.

const headBytes = 4

/** What the child says before its answer where pages have to be recognised, which may take longer. */
export const recognising = { recognising: true }
const note = Buffer.from(JSON.stringify(recognising))
export const isRecognising = (body: Buffer) => note.equals(body)

export function frameOf(body: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(headBytes + body.length)
  frame.writeUInt32BE(body.length)
  frame.set(body, headBytes)
  return frame
}

/** Takes what arrives in whatever pieces and hands over whole messages. One above `mostBytes` throws at its head. */
export function openFrames(mostBytes: number, onFrame: (body: Buffer) => void): (piece: Buffer) => void {
  let held: Buffer[] = []
  let heldBytes = 0
  let length: number | undefined

  function take(count: number): Buffer {
    const all = Buffer.concat(held)
    held = [all.subarray(count)]
    heldBytes -= count
    return all.subarray(0, count)
  }

  return (piece) => {
    held.push(piece)
    heldBytes += piece.length
    for (;;) {
      if (length === undefined) {
        if (heldBytes < headBytes) return
        length = take(headBytes).readUInt32BE()
        if (length > mostBytes) throw new RangeError(`a message of ${length} bytes`)
      }
      if (heldBytes < length) return
      const body = take(length)
      length = undefined
      onFrame(body)
    }
  }
}
