import { startTcpProxy, type TcpProxy } from '../../dev/faults/tcp-proxy.ts'
import type { Lines } from '../../dev/services/nats-cluster.ts'

type Line = { ends: number[]; proxy: TcpProxy }

/** Opens a TCP proxy between every two nodes, in each direction, and between each node and its clients. */
export function openLines() {
  const all: Line[] = []
  const openLine = async (ends: number[], port: number) => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port })
    all.push({ ends, proxy })
    return `127.0.0.1:${proxy.port}`
  }
  const linesOf = (node: number) => all.filter(({ ends }) => ends.includes(node))
  const lines: Lines = {
    route: (from, to, port) => openLine([from, to], port),
    client: (node, port) => openLine([node], port),
  }
  return {
    lines,
    /** Partitions the node: connections stay open, but no bytes pass in either direction. */
    cutOff: (node: number) => {
      for (const { proxy } of linesOf(node)) proxy.blackHole()
    },
    /** Ends the partition: bytes in flight are lost, and all peers reconnect. */
    join(node: number) {
      for (const { proxy } of linesOf(node)) {
        proxy.cut()
        proxy.pass()
      }
    },
    close: () => Promise.all(all.map(({ proxy }) => proxy.close())),
  }
}
